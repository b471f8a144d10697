/** What docs/hardened.md shows is what was measured, and its program runs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCounts, pageTable } from '../attacks/hardened/page-table.js';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';

const page = readText('docs/hardened.md');

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts']);
});
afterAll(() => copy?.remove());

test('its table is that of the attempts, row by row', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| (attempt |`[a-z-]+` \| .*\|.*\|.*\|)/.test(line));
  const [head, , ...expected] = pageTable();
  expect(rows.filter((row) => row.split(' | ').length === 6)).toEqual([head, ...expected]);
});

test('its counts are those of the table', () => {
  for (const line of pageCounts()) expect(page).toContain(line);
});

test('its program prints what it shows', async () => {
  const blocks = docBlocks(page);
  const program = blocks.find(({ lang, meta }) => lang === 'js' && meta === 'run');
  const printed = blocks.find(({ lang }) => lang === 'text');
  const { stdout, stderr } = await copy.run('program.mjs', program?.text ?? '');
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe(printed?.text);
});
