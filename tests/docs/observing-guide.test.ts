/** The program of the guide to trials does what it says, and is reported and drafted as it says. */
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftRules } from '../../hosts/observe/draft-rules.js';
import { observedCalls } from '../../hosts/observe/read-observed.js';
import { observeReport } from '../../hosts/observe/report.js';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts']);
});
afterAll(() => copy?.remove());

test('the wrapped tool runs; the report and the draft are as it says', async () => {
  const guide = readText('docs/guides/observing.md');
  const program = docBlocks(guide).find(({ meta }) => meta === 'observe-tools')?.text ?? '';
  const { code } = await transform(program, { loader: 'ts' });
  const { stdout, stderr } = await copy.run('observe.mjs', code);
  expect([stdout, stderr]).toEqual(['sent to bob@example.org\n', '']);
  const calls = observedCalls(join(copy.root, 'observed.jsonl'), () => expect.unreachable());
  const report = observeReport(calls, () => 0);
  expect(report.tools).toMatchObject([{ tool: 'send_mail', calls: 1, refused: 1 }]);
  expect(report.tools[0]?.reasons.map(({ code: one }) => one)).toEqual(['capability_missing']);
  expect(draftRules(report)).toContain('grant: ["mail.send"]');
});
