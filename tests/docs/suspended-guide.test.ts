/** The programs of the guide to suspended runs do what it says, each in a process of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts']);
});
afterAll(() => copy?.remove());

test('a run is stored by one process, and taken up once by another', async () => {
  const blocks = docBlocks(readText('docs/guides/suspended.md'));
  const textOf = (lang: string, meta: string): string =>
    blocks.find((block) => block.lang === lang && block.meta === meta)?.text ?? '';
  const program = async (meta: string): Promise<string> =>
    (await transform(textOf('ts', meta), { loader: 'ts' })).code;
  writeFileSync(join(copy.root, 'host.mjs'), await program('suspended-host'));
  for (const meta of ['suspended-ask', 'suspended-resume']) {
    const { stdout, stderr } = await copy.run(`${meta}.mjs`, await program(meta));
    expect([stdout.trimEnd(), stderr]).toEqual([textOf('text', meta).trimEnd(), '']);
  }
});
