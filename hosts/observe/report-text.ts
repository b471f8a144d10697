/** A report of observed calls as text. Every line is made visible; the colours are ours. Pure. */
import type { TextPaint } from '../answer/text-paint.js';
import { timeText } from '../answer/time-text.js';
import { visibleLine } from '../answer/visible-text.js';
import type { ObservedReason, ObservedTool, ObserveReport } from './report.js';

type Colour = TextPaint['red'];

const NOTHING_ENFORCED = 'NOTHING WAS ENFORCED: every one of these calls went to its tool.';

/** Tells what would have become of the calls; `path` is the file that they are of. */
export function reportText(report: ObserveReport, path: string, paint: TextPaint): string {
  const { calls, sessions, from, to, tools, unread } = report;
  const alarm: Colour = (text) => paint.red(paint.bold(text));
  const head = [
    alarm(NOTHING_ENFORCED),
    shown(`${path}: ${counted(calls, 'call')} in ${counted(sessions, 'session')}`),
    ...(from === null ? [] : [paint.dim(`${timeText(from)} to ${timeText(to)}`)]),
    ...(unread === 0 ? [] : [paint.yellow(`${counted(unread, 'line')} of it cannot be read`)]),
  ];
  if (tools.length === 0) return `${head.join('\n')}\n`;
  const told = tools.flatMap((tool) => toolLines(tool, paint));
  return `${[...head, '', 'It would have been:', ...tableOf(tools, paint), ...told].join('\n')}\n`;
}

function tableOf(tools: readonly ObservedTool[], paint: TextPaint): string[] {
  const rows = tools.map(({ tool, calls, allowed, asked, refused, absent }) => [
    shown(tool),
    ...[calls, allowed, asked, refused, absent].map(String),
  ]);
  const head = ['tool', 'calls', 'allowed', 'asked', 'refused', 'not on offer'];
  const widths = head.map((word, at) =>
    Math.max(word.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  return [paint.bold(line(head)), ...rows.map(line)];
}

const standingWords: Readonly<Record<ObservedTool['standing'], string | null>> = Object.freeze({
  pinned: null,
  drifted: 'it is defined otherwise than when it was looked at',
  unnamed: 'the settings do not name it',
  unfit: 'its definition cannot be enforced',
  unknown: 'no server has a tool of that name',
});

function toolLines(tool: ObservedTool, paint: TextPaint): string[] {
  const words = standingWords[tool.standing];
  const why = words === null ? [] : [`  not on offer: ${words}`];
  const reasons = tool.reasons.map((reason) => `  ${reasonText(reason)}`);
  const pending = tool.pending.map((stage) => `  ${stage} would have had to ask a model first`);
  const lines = [...why, ...reasons, ...pending];
  if (lines.length === 0) return [];
  return ['', paint.bold(shown(tool.tool)), ...lines.map(shown)];
}

/** Why calls would not have gone through, in one line. */
export function reasonText({ kind, stage, code, argument, calls, by }: ObservedReason): string {
  const what = argument === null ? '' : ` for ${argument === 'decision' ? 'the choice' : argument}`;
  const who = by.length === 0 ? '' : ` (by ${by.join(', ')})`;
  const how = kind === 'asked' ? 'asked about, by' : 'refused:';
  return `${calls}x ${how} ${stage} ${code}${what}${who}`;
}

function counted(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? '' : 's'}`;
}

function shown(text: string): string {
  return visibleLine(text);
}
