// Family A, item 3: who may loosen what, every cell of it, each a run of a whole kernel.
import { describe, expect, test } from 'vitest';
import type { CitedId } from '../claims/verifies.js';
import { verifies } from '../claims/verifies.js';
import { type Cell, cellOf, columns } from '../fakes/safety-cell.js';
import { type SafetyRowName, safetyRows } from '../fakes/safety-rows.js';

type Row = readonly [ids: readonly CitedId[], cells: string];

/** Cells in the order of `columns`: `d` denied, `a` asked, `r` runs, unasked or after a yes. */
const matrix: Readonly<Record<SafetyRowName, Row>> = {
  //                                    modes    free rule op. rev. yes  nobody
  'guard denies': [['A-3', 'C35', 'A-8'], 'd d d d  d    d    d   d    d    d'],
  'black list': [['A-3', 'C35', 'INV-Q1'], 'd d d d  d    d    d   d    d    d'],
  'grey list, strict': [['A-3', 'A-5', 'C33'], 'd a a r  d    d    d   d    d    d'],
  'grey list': [['A-3', 'A-5', 'C4'], 'd a a r  a    r    r   a    r    d'],
  'confirm: always': [
    ['A-3', 'A-35', 'INV-Q2', 'C33', 'C21'],
    'a a a a  a    a    a   a    r    d',
  ],
  'confirm: true': [['A-3', 'A-11', 'INV-Q2', 'C21'], 'a a a a  a    a    a   a    r    d'],
  'guardrail asks': [['A-3', 'C8'], 'a a a a  r    r    r   a    r    d'],
  'managed tier asks': [['A-3', 'C8', 'C4'], 'a a a a  a    a    a   a    r    d'],
  'provenance asks': [['A-3', 'A-2'], 'a a a a  a    a    a   a    r    d'],
  'judge degraded': [['A-3', 'A-2'], 'a a a a  a    a    a   a    r    d'],
};

const letters: Readonly<Record<string, Cell>> = { d: 'denied', a: 'asked', r: 'runs' };

describe('the override matrix', () => {
  for (const [name, [ids, text]] of Object.entries(matrix)) {
    const row = safetyRows[name as SafetyRowName];
    const cells = text.split(/\s+/u).map((letter) => letters[letter]);
    test(`${name}: a cell for each column`, () => expect(cells).toHaveLength(columns.length));
    for (const [at, column] of columns.entries())
      verifies(ids, `${name}, ${column}: ${cells[at]}`, async () => {
        expect(await cellOf(row, column)).toBe(cells[at]);
      });
  }
});
