/** `sluice check`: a line that is no call is denied, and told what was perhaps meant. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../stores/scratch.js';
import { runCli } from './cli-process.js';

test('a misspelt key or class of a line is named, with the nearest one', async () => {
  const batch = join(scratchFolder(), 'calls.jsonl');
  const lines = ['{"tool":"x","arg":{}}', '{"tool":"x","args":{},"classes":["gitpush"]}'];
  writeFileSync(batch, `${lines.join('\n')}\n`);
  const { exitCode, stdout } = await runCli('check', '--batch', batch);
  expect(exitCode).toBe(0);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['deny', 'unknown key `arg`: did you mean `args`?'],
    ['deny', '`classes[0]`: unknown word `gitpush`: did you mean `gitPush`?'],
  ]);
});
