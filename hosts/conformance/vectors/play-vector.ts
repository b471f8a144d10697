/** Plays a vector on a subject: the vector is all that is outside of it. */
import stableStringify from 'fast-json-stable-stringify';
import type { Json } from '../../../schemas/index.js';
import { asJson } from '../as-json.js';
import { endingOf } from '../play.js';
import { caseOfNeutral } from '../scene/neutral-case.js';
import type { Ending, Stage, Subject } from '../subject.js';
import { Violation } from '../violation.js';
import { type Exchange, type Expected, traceDigest, type Vector } from './vector.js';

type Made = Expected['calls'][number];

/** Answers what a vector answers, in its order. */
class VectorStage {
  readonly calls: Made[] = [];
  /** The first thing that was asked and stands nowhere. */
  stray: string | null = null;
  readonly #exchange: readonly Exchange[];
  #at = 0;

  constructor(exchange: readonly Exchange[]) {
    this.#exchange = exchange;
  }

  stage(): Stage {
    return {
      admit: () => undefined,
      call: (_call, tool, args) => {
        const given = asJson(args);
        this.calls.push({ tool, args: given });
        return this.#answer({ ask: 'call', tool, args: given });
      },
      plan: (_sees, content) => this.#answer({ ask: 'plan', content: content ?? null }),
      parse: (_sees, schema, source) => this.#answer({ ask: 'parse', schema, source }),
      ask: (tool) => {
        const answer = this.#answer({ ask: 'rule', tool });
        return answer === 'allow' ? 'allow' : 'deny';
      },
    };
  }

  #answer(asked: Readonly<Record<string, Json>>): Json {
    const text = stableStringify(asked);
    const [last, next] = [this.#exchange[this.#at - 1], this.#exchange[this.#at]];
    if (next !== undefined && textOf(next) === text) {
      this.#at += 1;
      return next.answer;
    }
    // An answer that does not fit may be asked for once more.
    if (last?.ask === 'parse' && textOf(last) === text) return last.answer;
    this.stray ??= next === undefined ? `${text}, after the last` : `${text}, not ${textOf(next)}`;
    throw new Error('nobody answers that');
  }
}

function textOf({ answer: _, ...asked }: Exchange): string {
  return stableStringify(asked);
}

/**
 * Plays a vector.
 * @returns the sentence that says what is other than expected; null where nothing is. A subject
 * that is not exact may refuse more, and is to make the first of the calls.
 */
export async function playVector(subject: Subject, vector: Vector): Promise<string | null> {
  const { expect, exchange } = vector;
  const outside = new VectorStage(exchange);
  let ending: Ending;
  try {
    ending = await endingOf(subject, caseOfNeutral(vector.case), outside.stage());
  } catch (error) {
    if (error instanceof Violation) return error.message;
    throw error;
  }
  if (!subject.takes.exact) return narrower(ending, outside.calls, expect);
  if (outside.stray !== null) return `it asks for ${outside.stray}`;
  return differing(ending, outside.calls, expect);
}

function narrower({ status }: Ending, calls: readonly Made[], expect: Expected): string | null {
  const wanted = expect.calls.map(textOfCall);
  const at = calls.findIndex((call, i) => textOfCall(call) !== wanted[i]);
  if (at !== -1) return `call ${at + 1} is none of those expected`;
  const isCut = calls.length < wanted.length || expect.status !== 'committed';
  return isCut && status === 'committed' ? 'it commits, which is not expected' : null;
}

const textOfCall = (call: Made): string => stableStringify(call);

function differing(ending: Ending, calls: readonly Made[], expect: Expected): string | null {
  const decisions = ending.decisions.map(({ tool, outcome, stage }, i) => {
    // A subject may keep to itself which stage denied.
    const known = outcome === 'deny' ? (stage ?? expect.decisions[i]?.stage ?? null) : null;
    return { tool, outcome, stage: known };
  });
  const { status } = ending;
  const made = { status, decisions, calls: [...calls] };
  if (traceDigest(made) === expect.digest) return null;
  const { digest: _, ...wanted } = expect;
  for (const part of ['calls', 'decisions', 'status'] as const) {
    const [got, want] = [stableStringify(made[part]), stableStringify(wanted[part])];
    if (got !== want) return `${part}: ${got}; expected ${want}`;
  }
  return 'the digest of the vector is none of its own trace';
}
