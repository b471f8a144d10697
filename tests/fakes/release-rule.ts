/** A release rule in one line. */
import type { DeclassAnswer, DeclassCondition, DeclassRule } from '../../schemas/index.js';

interface Place {
  /** `*` for every tool. */
  readonly tool?: string;
  readonly argument?: string;
  readonly id?: string;
}

/** A rule that answers so where a condition holds; of every tool and argument unless told. */
export function rule(then: DeclassAnswer, when: DeclassCondition, place: Place = {}): DeclassRule {
  const { id = then, tool = '*', argument = '*' } = place;
  return { id, tool, argument, when, then };
}

export const always: DeclassCondition = { always: true };
