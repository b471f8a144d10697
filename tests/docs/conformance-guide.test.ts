/**
 * The guide of the conformance kit: its host is the one beside it, passes, and is caught with its
 * fault; its list of requirements is the kit's; its programs print what it says.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requirements } from '../../hosts/conformance/index.js';
import { projectRoot, readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';
import { tryProgram } from '../readme/doc-program.js';
import { readMarkdown } from './markdown.js';

const guide = readText('docs/guides/conformance.md');
const folder = 'docs/guides/conformance';

function textOf(lang: string, meta: string): string {
  const found = docBlocks(guide).filter((block) => block.lang === lang && block.meta === meta);
  return found.map(({ text }) => `${text}\n`).join('\n');
}

test('what it shows of the host is the whole of it', () => {
  for (const file of ['tiny-host.mjs', 'try.mjs'])
    expect(textOf('js', file)).toBe(readText(`${folder}/${file}`));
});

test('its host imports nothing', () => {
  expect(textOf('js', 'tiny-host.mjs')).not.toMatch(/\bimport\b|\brequire\(/);
});

test.each([
  ['', 'no fault is found in the host'],
  [' --faulty CK-8 CK-9', 'the planted fault is found'],
])('`try.mjs%s`: %s', (more) => {
  const args = more.split(' ').filter((word) => word !== '');
  const file = join(projectRoot, folder, 'try.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toBe(textOf('text', `try.mjs${more}`));
});

test('its list of requirements is the list of the kit', () => {
  const rows = readMarkdown(guide).rows.filter(([id]) => id?.startsWith('CK-') === true);
  expect(rows).toEqual(requirements.map(({ id, title }) => [id, title]));
});

test('its programs compile as one, run and print what it says', () => {
  const { diagnostics, stdout, stderr } = tryProgram(
    'conformance',
    textOf('ts', 'programs.ts'),
    'run',
  );
  expect(diagnostics).toEqual([]);
  expect(stderr).toBe('');
  expect(stdout).toBe(
    docBlocks(guide)
      .filter(({ lang, meta }) => lang === 'text' && meta === 'programs.ts')
      .map(({ text }) => `${text}\n`)
      .join(''),
  );
});
