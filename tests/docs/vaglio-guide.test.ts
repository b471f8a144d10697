/** The guide of guard and judge says what they do not do, and its figures are the judge's own. */
import { expect, test } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';
import { tryProgram } from '../readme/doc-program.js';

verifies('V-62', 'the guide tells what vaglio does not do', () => {
  const [, open = ''] = readText('docs/guides/vaglio.md').split('## What vaglio does not do');
  for (const limit of [/no history/, /no question/, /not tell the planner/, /is mild/, /emulate/]) {
    expect(open).toMatch(limit);
  }
});

test('its program compiles, runs and prints what it says', () => {
  const blocks = docBlocks(readText('docs/guides/vaglio.md'));
  const joined = (lang: string): string =>
    blocks
      .filter((block) => block.lang === lang)
      .map(({ text }) => `${text}\n`)
      .join('');
  const { diagnostics, stdout, stderr } = tryProgram('vaglio', joined('ts'), 'run');
  expect(diagnostics).toEqual([]);
  expect(stderr).toBe('');
  expect(stdout).toBe(joined('text'));
});
