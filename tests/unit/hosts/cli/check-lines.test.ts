/** `sluice check`: a line that is no call is denied, and told what was perhaps meant. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../../claims/verifies.js';
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

verifies(
  ['A-5', 'A-11'],
  'a line has a safety mode, and a wish to have the user asked',
  async () => {
    const batch = join(scratchFolder(), 'calls.jsonl');
    const shell = { tool: 'shell_exec', args: { command: 'mv a b' } };
    const read = { tool: 'read_file', args: { path: '/tmp/x', confirm: true } };
    const lines = [
      { ...shell, safety: 'strict' },
      { ...shell, safety: 'ai_review' },
      { ...shell, safety: 'yolo' },
      { ...shell, safety: 'off' },
      read,
      { ...read, args: { ...read.args, confirm: 'yes' } },
    ];
    writeFileSync(batch, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { stdout } = await runCli('check', '--batch', batch);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ outcome, code, rule }) => [outcome, code, rule])).toEqual([
      ['deny', 'safety_denied', 'safety.grey.mv'],
      ['require_user', null, 'safety.grey.mv'],
      ['allow', null, undefined],
      ['deny', 'usage_malformed', undefined],
      ['require_user', null, 'confirm.asked'],
      ['deny', 'schema_invalid', undefined],
    ]);
  },
);
