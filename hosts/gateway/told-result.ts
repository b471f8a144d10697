/**
 * How a call ended, as the client of the gateway is told of it. What an outside party wrote is told
 * by the session alone, so that its label rises first; the rest is words of the gateway.
 */
import type { ClientEnd, ClientSession } from '../../kernel/index.js';
import { isTaintedSource, type Json, type Label } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { answerGone, unlessForgotten } from '../told-value.js';
import type { CallResult } from './call-result.js';

/** A result of `tools/call`. */
export interface ToldResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

interface Telling {
  readonly session: ClientSession;
  readonly results: 'values' | 'handles';
  readonly isStructured: boolean;
}

/** Tells how a call ended. */
export function toldResult(end: ClientEnd, telling: Telling): ToldResult {
  const { value, problem } = end;
  if (value === null || problem !== null) return toldProblem(end, telling);
  const told = unlessForgotten(() => toldWhole(value, telling));
  return told === null ? refusal(GONE) : told.seen;
}

const GONE = [`committed: ${answerGone.code}: ${answerGone.message}`, `mend: ${answerGone.mend}`];

function toldWhole(value: string, telling: Telling): ToldResult {
  const { session, results } = telling;
  if (results === 'handles' && isTainted(session.labelOf(value))) return toldHandle(value);
  return toldValue(session, value, telling);
}

function isTainted({ sources, control }: Label): boolean {
  return [...sources, ...control].some(isTaintedSource);
}

function toldValue(session: ClientSession, name: string, { isStructured }: Telling): ToldResult {
  const told = session.tell(name) as unknown as CallResult;
  session.drop(name);
  const { content, isError, structured } = told;
  const structuredContent = structuredOf(structured, isStructured);
  return {
    content: [...content] as unknown as ToldResult['content'],
    ...(structuredContent === null ? {} : { structuredContent }),
    ...(isError ? { isError } : {}),
  };
}

function structuredOf(given: Json, isStructured: boolean): Record<string, unknown> | null {
  const value: unknown = isStructured || given === null ? given : JSON.parse(String(given));
  return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
}

/** The client is told a name in place of the value. */
function toldHandle(name: string): ToldResult {
  const reference = `{"$value": "${name}"}`;
  const text = [
    `done: the result is kept as ${reference} and not shown, since others may have written it.`,
    'Pass that object as an argument of another call to use the result, with "path" for a part',
    `of it: {"$value": "${name}", "path": "content.0.text"}.`,
  ].join('\n');
  return { content: [{ type: 'text', text }] };
}

function toldProblem({ problem, status, detail }: ClientEnd, telling: Telling): ToldResult {
  const { session, results } = telling;
  const lines =
    problem === null
      ? [`${status}: no result`]
      : [`${status}: ${problem.code}: ${problem.message}`, `mend: ${mendOf(problem)}`];
  // INV-X11: what the server said of its failure is as tainted as a result.
  if (detail !== null && results === 'values') lines.push(...saidBy(session, detail));
  if (detail !== null) session.drop(detail);
  return refusal(lines);
}

function saidBy(session: ClientSession, detail: string): string[] {
  const told = unlessForgotten(() => session.tell(detail));
  return told === null ? [] : [`the tool says: ${told.seen}`];
}

/** A client has no query and no facts: what labels refuse is for whoever writes the settings. */
const LABELS_MEND =
  'have it asked about, by `untrusted = "ask"` in the settings of the gateway or a rule of their ' +
  'policy; or declare the tool there as what it is';

function mendOf({ mend, denial }: NonNullable<ClientEnd['problem']>): string {
  return denial?.stage === 'provenance' ? LABELS_MEND : mend;
}

/** A refusal in words of the gateway. */
export function refusal(lines: readonly string[]): ToldResult {
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true };
}

/** A refusal by a code. */
export function refused(code: ConstructorParameters<typeof HostError>[0], why: string): ToldResult {
  const { message, mend } = new HostError(code, why);
  return refusal([`refused: ${code}: ${message}`, `mend: ${mend}`]);
}
