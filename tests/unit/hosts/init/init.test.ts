// The files of a first host: written whole or not at all, and run as their own text says.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSettings } from '../../../../hosts/doctor/check-settings.js';
import { STARTER_QUERY, starterFiles } from '../../../../hosts/init/starter-files.js';
import { writeStarter } from '../../../../hosts/init/write-starter.js';
import { projectRoot } from '../../../project.js';
import { runCli } from '../cli/cli-process.js';
import { scratchFolder } from '../stores/scratch.js';
import { codeOf } from '../stores/store-checks.js';

const names = Object.keys(starterFiles).sort();

// The host imports `sluice` and `zod` by name: it lies inside the project.
let folder: string;
beforeAll(() => {
  mkdirSync(join(projectRoot, 'dist'), { recursive: true });
  folder = mkdtempSync(join(projectRoot, 'dist/init-'));
  writeStarter(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what is written', () => {
  test('runs: one plan is carried out, the other is refused', async () => {
    const path = join(folder, 'agent.host.mjs');
    const run = (plan: string) =>
      runCli('run', path, '--query', STARTER_QUERY, '--plan', join(folder, plan), '--json');
    const [sent, attack] = await Promise.all([run('plan.json'), run('attack.json')]);
    expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(sent.stdout)).toMatchObject({ status: 'committed', problem: null });
    expect(attack).toMatchObject({ exitCode: 2, stderr: '' });
    expect(JSON.parse(attack.stdout)).toMatchObject({ problem: { code: 'critical_untrusted' } });
    expect(readFileSync(path, 'utf8')).toContain(STARTER_QUERY);
  });

  test('has settings and a policy that `doctor` finds no fault with', () => {
    const found = checkSettings(join(folder, 'sluice.toml'), Date.UTC(2026, 2, 4));
    expect(found.filter(({ level }) => level === 'fault')).toEqual([]);
  });
});

describe('nothing is written over', () => {
  test('a file or a link in the way leaves the folder as it was', async () => {
    const taken = scratchFolder();
    writeFileSync(join(taken, 'plan.json'), 'mine');
    expect(await codeOf(() => writeStarter(taken))).toBe('output_unwritable');
    expect(readdirSync(taken)).toEqual(['plan.json']);
    const linked = scratchFolder();
    symlinkSync(join(taken, 'nowhere'), join(linked, 'attack.json'));
    expect(await codeOf(() => writeStarter(linked))).toBe('output_unwritable');
    expect(readdirSync(linked)).toEqual(['attack.json']);
  });

  test('a folder is made, one of a folder that is not there is not', async () => {
    const above = scratchFolder();
    writeStarter(join(above, 'first'));
    expect(readdirSync(join(above, 'first')).sort()).toEqual(names);
    expect(await codeOf(() => writeStarter(join(above, 'a', 'b')))).toBe('output_unwritable');
    // This process stands in the project, which is not empty.
    expect(await codeOf(() => writeStarter(undefined))).toBe('output_unwritable');
  });
});
