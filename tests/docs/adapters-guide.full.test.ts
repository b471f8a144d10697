/** The programs of the guide to the adapters compile against the frameworks' own types, and run. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';
import { tryProgram } from '../readme/doc-program.js';
import { adapterNames, adapterProgram, adapterScript, printed } from './adapter-programs.js';

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts']);
});
afterAll(() => copy?.remove());

test.each(adapterNames)('the program for %s compiles', (name) => {
  expect(tryProgram(`adapter-${name}`, adapterProgram(name), 'compile').diagnostics).toEqual([]);
});

test.each(adapterNames)('the program for %s asks once, sends once and goes on', async (name) => {
  const { stdout, stderr } = await copy.run(`${name}.mjs`, await adapterScript(name));
  expect([stdout, stderr]).toEqual([printed, '']);
});
