/** The guide of the reviewer: its program runs as it says, and it names every reason. */
import { expect, test } from 'vitest';
import { reviewReasons } from '../../schemas/index.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';
import { tryProgram } from '../readme/doc-program.js';

const guide = readText('docs/guides/reviewer.md');

test('its program compiles, runs and prints what it says', () => {
  const textOf = (lang: string): string =>
    docBlocks(guide)
      .filter((block) => block.lang === lang)
      .map(({ text }) => `${text}\n`)
      .join('');
  const { diagnostics, stdout, stderr } = tryProgram('reviewer', textOf('ts'), 'run');
  expect(diagnostics).toEqual([]);
  expect(stderr).toBe('');
  expect(stdout).toBe(textOf('text'));
});

test('it names every reason', () => {
  for (const reason of reviewReasons) expect(guide).toContain(`\`${reason}\``);
});
