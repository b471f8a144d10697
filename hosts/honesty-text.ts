/** The honesty matrix as plain text: what is covered, what is not, and what follows from that. */
import { type ClassRow, classCoverage, classNotes } from './class-coverage.js';
import { adapters, type HonestyRow, honestyFlags, honestyRows } from './honesty.js';

/** Renders both tables with every note and caveat; no colour, a line break at its end. */
export function honestyText(): string {
  const rows = honestyRows();
  const classes = classCoverage();
  const flagTable = columns([
    ['', ...honestyFlags],
    ...rows.map(({ adapter, flags }) => [
      adapter,
      ...honestyFlags.map((flag) => (flags[flag] ? 'yes' : 'no')),
    ]),
  ]);
  const classTable = columns([
    ['', ...adapters],
    ...classes.map((row) => [row.class, ...adapters.map((name) => row.adapters[name].by)]),
  ]);
  const parts = [
    ...['What is covered', flagTable, ...rows.map(adapterText)],
    ...['Who can hold which class of action', classTable, ...classes.map(classText)],
  ];
  return `${parts.join('\n\n')}\n`;
}

function adapterText({ adapter, is, note, caveats }: HonestyRow): string {
  const noes = Object.entries(caveats).map(([flag, caveat]) => `  ${flag}: no. ${caveat}`);
  return [`${adapter}: ${is}.`, `  ${note}`, ...noes].join('\n');
}

function classText(row: ClassRow): string {
  const lines = [...classNotes(row)].map(([note, names]) => `  ${names.join(', ')}: ${note}`);
  return [row.class, ...lines].join('\n');
}

function columns(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, i) =>
    Math.max(...lines.map((line) => (line[i] ?? '').length)),
  );
  return lines
    .map((line) => line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
