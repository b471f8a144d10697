/**
 * What a framework's model is told of a call: the value by the session alone, so that its label
 * rises first; a refusal as data that a model can act on, never as a throw. Pure but for the
 * session.
 */
import type { ClientEnd, ClientSession } from '../../kernel/index.js';
import type { Code, Json } from '../../schemas/index.js';
import { answerGone, unlessForgotten } from '../told-value.js';

/** A call that did not do what it was to do. */
export interface Refused {
  readonly refused: true;
  /**
   * Of the run: `blocked`, `needs_approval`, `rejected`, `failed`, `uncertain`, `aborted`;
   * `committed` where only the answer is lost.
   */
  readonly status: string;
  readonly code: Code;
  readonly message: string;
  readonly mend: string;
  /** What the tool said when it failed; left out where it said nothing. */
  readonly detail?: Json;
}

const refusals = new WeakSet<object>();

/** Asks whether an answer is a refusal of ours: what a tool returns may look like one. */
export function isRefusal(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && refusals.has(answer);
}

/** A refusal as it is told. */
export function refusal(fields: Omit<Refused, 'refused'>): Refused {
  const refused: Refused = { refused: true, ...fields };
  refusals.add(refused);
  return refused;
}

/** What a model can do about a call that no yes covered, where its framework asks. */
const askAnew = 'make the call again: the user is asked about it anew';
const uncovered: readonly string[] = ['approval_failed', 'approval_mismatch'];

/** Tells a model how its call ended; `isAsking`: its framework can put a question to the user. */
export function stubAnswer(
  session: ClientSession,
  end: ClientEnd,
  isAsking: boolean,
): Json | Refused {
  const { status, value, detail, problem } = end;
  if (problem === null) {
    if (value === null) return null;
    const told = tellOnce(session, value);
    return told === null ? refusal({ status: 'committed', ...answerGone }) : told.seen;
  }
  if (value !== null) session.drop(value);
  const { code, message } = problem;
  const mend = isAsking && uncovered.includes(code) ? askAnew : mendOf(problem);
  const refused = { status, code, message, mend };
  const said = detail === null ? null : tellOnce(session, detail);
  return refusal(said === null ? refused : { ...refused, detail: said.seen });
}

/** A client has no query and no facts: what labels refuse is for the host to release. */
const labelsMend = 'the host can have it asked about, or let through, by a rule of `declassify`';

function mendOf({ mend, denial }: NonNullable<ClientEnd['problem']>): string {
  return denial?.stage === 'provenance' ? labelsMend : mend;
}

/** A value, told and forgotten; null where it was forgotten before. */
function tellOnce(session: ClientSession, name: string): { readonly seen: Json } | null {
  return unlessForgotten(() => {
    const value = session.tell(name);
    session.drop(name);
    return value;
  });
}
