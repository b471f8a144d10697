/** The requirements about models at their worst bite: each fails on a host with one mistake. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { conformance, kernelSubject, type Subject } from '../../../../hosts/conformance/index.js';
import type { KernelConfig } from '../../../../hosts/kernel-config.js';
import type { Judge } from '../../../../schemas/index.js';
import { projectRoot, readText } from '../../../project.js';

async function found(subject: Subject, id: string): Promise<string> {
  const { findings } = await conformance(subject, { seed: 7, runs: 40, only: [id] });
  return findings.map((finding) => ('why' in finding ? finding.why : finding.result)).join();
}

/** The host of the guide with one piece of its text replaced. */
async function mistaken(name: string, [from, to]: readonly [string, string]): Promise<Subject> {
  const text = readText('docs/guides/conformance/tiny-host.mjs');
  expect(text.split(from)).toHaveLength(2);
  const folder = join(projectRoot, 'dist/tests/mistaken-hosts');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text.replace(from, to));
  const module: unknown = await import(pathToFileURL(file).href);
  return (module as { readonly tinyHost: () => Subject }).tinyHost();
}

const parsed = "return { value: await this.parse(step, source), from: 'other' }";

test.each([
  ['CK-25', 'a parse counts as the user', [parsed, parsed.replace('other', 'query')], /effect \d+/],
  ['CK-28', 'no schema is looked at', ['!parseSchemas[schema_ref](value)', 'false'], /parser said/],
  [
    'CK-29',
    'a constant is a word of the user',
    ["? 'query' : 'planner'", "? 'query' : 'query'"],
    /planned/,
  ],
] as const)('%s finds that %s', async (id, _what, edit, why) => {
  expect(await found(await mistaken(id, edit), id)).toMatch(why);
});

test('CK-26 finds that whatever a judge says is the best score', async () => {
  const configure = (config: KernelConfig): KernelConfig => {
    const asked = config.judge?.port;
    if (asked === undefined) return config;
    const port: Judge = {
      judge: async (...given) => {
        await asked.judge(...given).catch(() => null);
        return { score: 1, reason: 'fine', degraded: false };
      },
    };
    return { ...config, judge: { kind: 'llm-v1', port } };
  };
  expect(await found(kernelSubject({ configure }), 'CK-26')).toMatch(/on the word of a judge/);
});

test('CK-27 finds a host that can be begun again from inside of a call', async () => {
  const inner = kernelSubject();
  const subject: Subject = {
    ...inner,
    play: (given, stage) =>
      inner.play(given, {
        ...stage,
        call: (call, tool, args) => stage.call(call, tool, args, () => inner.play(given, stage)),
      }),
  };
  expect(await found(subject, 'CK-27')).toMatch(/that a tool began/);
});
