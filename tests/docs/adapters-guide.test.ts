/** The program of the guide to the adapters for the AI SDK does what it says. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';
import { adapterScript, printed } from './adapter-programs.js';

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts']);
});
afterAll(() => copy?.remove());

test('it asks once, sends once and goes on', async () => {
  const { stdout, stderr } = await copy.run('ai-sdk.mjs', await adapterScript('ai-sdk'));
  expect([stdout, stderr]).toEqual([printed, '']);
});
