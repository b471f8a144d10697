/** The agent of the guide is refused, and asks, as it says. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';

const blocks = docBlocks(readText('docs/guides/ai-sdk-agent.md'));
const shown = blocks.filter(({ lang }) => lang === 'console').map(({ text }) => text);

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts']);
  for (const { lang, meta, text } of blocks)
    if (lang === 'js') writeFileSync(join(copy.root, meta), text);
});
afterAll(() => copy?.remove());

/** What the agent prints; what is typed is not echoed where no terminal is. */
function agent(input: string, ...args: readonly string[]): readonly [string, string] {
  const { stdout, stderr } = spawnSync(process.execPath, ['agent.mjs', ...args], {
    cwd: copy.root,
    input,
    encoding: 'utf8',
  });
  return [stdout, stderr];
}

test('it is refused what a mail told it', () => {
  const [, ...lines] = (shown[0] ?? '').split('\n');
  expect(agent('')).toEqual([`${lines.join('\n')}\n`, '']);
});

test('it asks about that call, and a no is a no', () => {
  const [, ...lines] = (shown[1] ?? '').split('\n');
  const printed = `${lines.join('\n')}\n`.replace('[y/N] n\n', '[y/N] ');
  expect(agent('n\n', '--ask')).toEqual([printed, '']);
  const [allowed] = agent('y\n', '--ask');
  expect(allowed).toContain('sent to eve@evil.com\n');
});
