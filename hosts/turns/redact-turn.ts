/**
 * A turn as it is written: names that were on offer, words of the user, numbers, codes and ids of
 * the host. No result, no argument that is not the user's words, no tainted answer (C26). Pure.
 */
import { codes, isName } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { QueryWords } from './query-words.js';
import { recordedArgument } from './recorded-argument.js';
import {
  type RecordedArgument,
  type TurnRecord,
  type TurnStep,
  turnBounds,
  turnRecordSchema,
} from './turn-record.js';
import type { TurnReport, TurnStepReport } from './turn-report.js';

/** Stands for a name that was not on offer: it may be anything. */
const UNKNOWN = '?';

/**
 * Redacts a turn (behaviour T-29, T-30, C26).
 * @throws HostError `turns_unavailable` for a report of another shape, or over the bounds
 */
export function redactTurn(report: TurnReport): TurnRecord {
  const words = new QueryWords(report.query, turnBounds.text);
  const candidates = report.candidates.map((name) => (isName(name) ? name : UNKNOWN));
  const offered = new Set(candidates);
  const { turn, started, ended, mode, tier, kind, final, models } = report;
  const record = turnRecordSchema.safeParse({
    v: 1,
    turn,
    started: instant(started),
    ended: instant(ended),
    mode,
    tier,
    query: words.scrubbed,
    candidates,
    steps: report.steps.map((step) => redactStep(step, words, offered)),
    kind,
    finalText:
      // INV-W7: an answer that may hold content is not repeated.
      final === null || final.isTainted ? null : words.scrub(final.text).slice(0, turnBounds.text),
    models,
  });
  if (record.success) return record.data;
  const at = record.error.issues[0]?.path.join('.') ?? '';
  throw new HostError('turns_unavailable', `a turn was not written: \`${at}\` of it is none`);
}

function redactStep(
  report: TurnStepReport,
  words: QueryWords,
  offered: ReadonlySet<string>,
): TurnStep {
  const { step, tool, code, outcome, vaglioApproved, effect, scratchpad } = report;
  const { args, unknownArgs } = redactArguments(report, words);
  return {
    step,
    latencyMs: whole(report.latencyMs),
    inputTokens: whole(report.inputTokens),
    outputTokens: whole(report.outputTokens),
    tool: tool === null || offered.has(tool) ? tool : UNKNOWN,
    args,
    unknownArgs,
    outcome,
    code: code !== null && Object.hasOwn(codes, code) ? code : null,
    vaglioApproved,
    effect,
    execMs: whole(report.execMs),
    scratchpad,
  };
}

function redactArguments(
  { args, parameters }: TurnStepReport,
  words: QueryWords,
): Pick<TurnStep, 'args' | 'unknownArgs'> {
  const written: Record<string, RecordedArgument> = {};
  let unknownArgs = 0;
  const given = typeof args === 'object' && args !== null && !Array.isArray(args) ? args : {};
  const known = new Set(parameters.filter(isName));
  for (const [name, value] of Object.entries(given)) {
    // A model may say anything where a name should stand.
    if (known.has(name)) written[name] = recordedArgument(value, words);
    else unknownArgs += 1;
  }
  return { args: written, unknownArgs };
}

function instant(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) throw noTime();
  return date.toISOString();
}

function noTime(): HostError {
  return new HostError('turns_unavailable', 'a turn was not written: its time is none');
}

/** Whole and not below zero; null for what is no number. */
function whole(value: number | null): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  return Math.min(Math.max(0, Math.round(value)), Number.MAX_SAFE_INTEGER);
}
