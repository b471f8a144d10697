/** The table of docs/hardened.md. Pure. */
import type { Outcome } from './attempt.js';
import { attempts } from './attempts/attempts.js';
import { expected } from './table.js';

function shown(outcome: Outcome): string {
  return outcome === 'bypass' ? '**bypass**' : outcome;
}

/** Lines of the table, its head first. */
export function pageTable(): readonly string[] {
  const rows = Object.entries(expected).map(([name, { plain, hardened }]) => {
    const cells = [plain.first, plain.later, hardened.first, hardened.later].map(shown);
    return `| \`${name}\` | ${attempts[name]?.what ?? ''} | ${cells.join(' | ')} |`;
  });
  return [
    '| attempt | what is tried | no lockdown, first | no lockdown, later | entry, tampered first | entry, later |',
    '|---|---|---|---|---|---|',
    ...rows,
  ];
}

/** How many attempts came to each outcome, column by column. */
export function pageCounts(): readonly string[] {
  const rows = Object.values(expected);
  return (['refused', 'no effect', 'stops', 'bypass'] as const).map((outcome) => {
    const columns = [
      rows.filter(({ plain }) => plain.first === outcome),
      rows.filter(({ plain }) => plain.later === outcome),
      rows.filter(({ hardened }) => hardened.first === outcome),
      rows.filter(({ hardened }) => hardened.later === outcome),
    ];
    return `| ${shown(outcome)} | ${columns.map(({ length }) => length).join(' | ')} |`;
  });
}
