/**
 * The stubs for LangChain in the oldest LangChain that is supported: an installation of its own,
 * from the locked packages beside this file, since npm puts no second copy of a peer into one tree.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adapterProgram, printed } from '../docs/adapter-programs.js';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';
import { projectRoot, readText } from '../project.js';

const locked = 'tests/contract/langchain-oldest';

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts']);
  const modules = join(copy.root, 'node_modules');
  rmSync(modules);
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(projectRoot, locked, file), join(copy.root, 'island', file));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', args, {
    cwd: join(copy.root, 'island'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm could not install the locked packages: ${stderr}`);
  symlinkSync(join(projectRoot, 'node_modules'), modules, 'dir');
  // The host's own schemas, and the package under test.
  const island = join(copy.root, 'island/node_modules');
  rmSync(join(island, 'zod'), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules/zod'), join(island, 'zod'), 'dir');
  symlinkSync(copy.root, join(island, 'sluice'), 'dir');
}, 300_000);
afterAll(() => copy?.remove());

/** A model in the way of that version, which has no `@langchain/core/testing` yet. */
const model = `
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
class Scripted extends BaseChatModel {
  at = 0;
  said: any[] = [['read_inbox', {}], ['send_email', mail], 'Sent.'];
  constructor() { super({}); }
  _llmType() { return 'scripted'; }
  bindTools() { return this; }
  async _generate() {
    const next = this.said[this.at++];
    const calls = typeof next === 'string' ? [] : [{ type: 'tool_call', id: String(this.at), name: next[0], args: next[1] }];
    const message = new AIMessage({ content: typeof next === 'string' ? next : '', tool_calls: calls as never });
    return { generations: [{ text: '', message }] };
  }
}
const model = new Scripted();
`;

test('an agent of it asks once, sends once and goes on, as the guide says', async () => {
  const { dependencies } = JSON.parse(readText(`${locked}/package.json`));
  const { peerDependencies } = JSON.parse(readText('package.json'));
  expect(peerDependencies['@langchain/core']).toBe(`^${dependencies['@langchain/core']}`);
  const { code } = await transform(adapterProgram('langchain', model), { loader: 'ts' });
  const { stdout, stderr } = await copy.run('island/agent.mjs', code);
  expect([stdout, stderr]).toEqual([printed, '']);
});
