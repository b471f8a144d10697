/** One audit record in a few words. Pure; takes any JSON, since a damaged file may hold any. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';

function word(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '-';
}

function answers(value: Json | undefined): string {
  if (value === undefined || !isJsonList(value)) return '-';
  return value
    .filter(isJsonObject)
    .map((answer) => `${word(answer['stage'])} ${word(answer['outcome'])}`)
    .join(', ');
}

const summaries: Readonly<Record<string, (data: JsonObject) => string>> = Object.freeze({
  segment_started: ({ bytes }) => `after a torn write of ${word(bytes)} bytes`,
  file_started: ({ kept, unsettled }) =>
    `next file, keeps from record ${word(kept)}, ${isJsonList(unsettled ?? null) ? (unsettled as readonly Json[]).length : '-'} calls unsettled`,
  run_started: ({ depth }) => `depth ${word(depth)}`,
  plan_verified: ({ steps, plan }) => `${word(steps)} steps, plan ${word(plan).slice(0, 12)}`,
  admission: (data) => `${word(data['step'])} ${word(data['tool'])}: ${answers(data['answers'])}`,
  terminal: ({ outcome, output, code }) =>
    [outcome, output, code].filter((part) => typeof part === 'string').join(', '),
  denial: ({ step, tool, stage, code }) =>
    `${word(step)} ${word(tool)}: denied at ${word(stage)}, ${word(code)}`,
  release: ({ argument, rule, releases }) =>
    `${word(argument)} by rule ${word(rule)}, releases ${word(releases)}`,
  ruling: ({ decision, approver }) => `${word(decision)} by ${word(approver)}`,
  late_result: ({ settled }) => word(settled),
  resolution: ({ outcome, by }) => `${word(outcome)}, says ${word(by)}`,
  checkpoint: ({ seq, key }) => `${word(seq)} records, signed by ${word(key).slice(0, 12)}`,
  run_suspended: ({ suspension, step }) => `at step ${word(step)}, as ${word(suspension)}`,
  run_resumed: ({ suspension }) => word(suspension),
  run_ended: ({ status, effects }) => `${word(status)}, ${word(effects)} effects`,
});

/** Says what a record records. */
export function recordSummary(record: JsonObject): string {
  const { kind, data } = record;
  const isKnown = typeof kind === 'string' && Object.hasOwn(summaries, kind);
  if (!isKnown || data === undefined || !isJsonObject(data)) return '';
  return summaries[kind]?.(data) ?? '';
}
