/** What a session answers its user: the planner's own words, labelled as such, or a value. */
import type { TurnAnswer } from '../../schemas/index.js';
import { literalLabel } from '../context/planning-context.js';
import { KernelFault, RunStopped } from '../errors.js';
import { labelled, mintTainted, type Tainted } from '../provenance/tainted.js';
import { snapshotOrNone } from '../snapshot/snapshot.js';
import { resolveOperand } from './resolve.js';
import type { Session } from './session.js';

/** Labels an answer. @throws KernelFault `config_malformed`, RunStopped `path_missing` */
export function answerOf(answer: TurnAnswer, session: Session): Tainted {
  if (answer.kind === 'text') {
    const text = textOf(answer.text);
    return mintTainted(labelled(text, literalLabel(text, session.context, null)));
  }
  const { ref } = answer;
  // Only the loop can be wrong about this; a planner's own references are verified.
  if (ref?.kind !== 'ref' || !session.has(ref.ref))
    throw new RunStopped('path_missing', 'an answer from a step that has no value');
  return mintTainted(resolveOperand(ref, session.scope));
}

function textOf(given: unknown): string {
  const text = snapshotOrNone(given);
  if (typeof text === 'string') return text;
  throw new KernelFault('config_malformed', 'an answer is a text');
}
