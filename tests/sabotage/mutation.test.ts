/** The runner itself: it changes exactly one place, undoes it, and knows INV-B1 from INV-B10. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '../claims/claim.js';
import { projectRoot } from '../project.js';
import { titlePattern } from './cited-tests.js';
import { applyMutation, compiled, mutationsOf } from './mutation.js';

const claim: Claim = {
  claim: 'A denied call never runs its tool.',
  kind: 'checked',
  site: 'site.ts',
  sabotage: { find: 'deny();', replace: '$& allow();' },
  since: '0.1',
};
const table = { 'INV-B1': claim, 'INV-B2': { ...claim, sabotage: { find: 'a', replace: 'b' } } };

describe('the list of mutations', () => {
  test('takes the site as the file and the files that cite the id', () => {
    const cited = new Map([['INV-B1', ['tests/a.test.ts']]]);
    expect(mutationsOf(table, cited, [])).toEqual([
      { id: 'INV-B1', file: 'site.ts', ...claim.sabotage, tests: ['tests/a.test.ts'] },
      { id: 'INV-B2', file: 'site.ts', find: 'a', replace: 'b', tests: [] },
    ]);
  });

  test('keeps to the ids asked for, and leaves out claims without an edit', () => {
    const assumed: Claim = { claim: 'x', kind: 'assumed', site: null, since: '0.1', why: 'y' };
    const rows = { ...table, 'INV-B3': assumed };
    expect(mutationsOf(rows, new Map(), ['INV-B2', 'INV-B3']).map(({ id }) => id)).toEqual([
      'INV-B2',
    ]);
  });
});

describe('one mutation', () => {
  let root: string;
  const file = (): string => join(root, 'site.ts');
  const mutation = { id: 'INV-B1', file: 'site.ts', find: 'deny();', replace: '$&', tests: [] };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sluice-mutation-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('is written as it stands, and undone', () => {
    writeFileSync(file(), 'if (no) deny();\n');
    const undo = applyMutation(root, mutation);
    expect(readFileSync(file(), 'utf8')).toBe('if (no) $&\n');
    undo();
    expect(readFileSync(file(), 'utf8')).toBe('if (no) deny();\n');
  });

  test('changes what is compiled of the file too, and undoes that', () => {
    mkdirSync(join(root, 'dist'));
    const built = join(root, 'dist/site.js');
    writeFileSync(file(), 'const a: number = 1;\ndeny();\n');
    writeFileSync(built, 'as it was\n');
    const undo = applyMutation(root, { ...mutation, replace: 'allow();' });
    expect(readFileSync(built, 'utf8')).toBe('const a = 1;\nallow();\n');
    undo();
    expect(readFileSync(built, 'utf8')).toBe('as it was\n');
  });

  test('is compiled as the project is', () => {
    for (const source of ['kernel/gate/gate', 'schemas/label', 'hosts/errors']) {
      const text = readFileSync(join(projectRoot, `${source}.ts`), 'utf8');
      const built = readFileSync(join(projectRoot, 'dist', `${source}.js`), 'utf8');
      expect(compiled(text)).toBe(built);
    }
  });

  test.each([
    ['deny(); deny();\n', 2],
    ['allow();\n', 0],
  ])('is refused where its place is not one: %j', (text, count) => {
    writeFileSync(file(), text);
    expect(() => applyMutation(root, mutation)).toThrow(`matches ${count} times in site.ts`);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });
});

test('an id is not found in a longer one', () => {
  expect(titlePattern('INV-B1').test('INV-B1 K-7: a title')).toBe(true);
  expect(titlePattern('INV-B1').test('INV-B10: a title')).toBe(false);
  expect(titlePattern('K-12').test('K-12b: a title')).toBe(false);
});
