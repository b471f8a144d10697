// Attacks on what the command line shows for machines on a terminal, and on what `doctor` and
// `init` are pointed at.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPolicy } from '../../hosts/doctor/check-rules.js';
import { checkSettings } from '../../hosts/doctor/check-settings.js';
import { checkApprovals, checkAudit, checkKeys } from '../../hosts/doctor/check-stores.js';
import { linesWith, writeAudit } from '../fakes/audit-file.js';
import { runCli, startCli } from '../unit/hosts/cli/cli-process.js';
import { scratchFile, scratchFolder } from '../unit/hosts/stores/scratch.js';

const orders = '\u009b2J\u007f\u202e\u2028\u200b\u{e0041}\u001b[2J';

test('a record gives a terminal no order through JSON, and JSON keeps what it says', async () => {
  const path = scratchFile();
  writeAudit(path, await linesWith(orders));
  const { stdout } = await runCli('explain', 'last', '--audit', path, '--json');
  expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{e0041}]/u);
  const { run } = JSON.parse(stdout) as { run: { calls: { tool: string }[] } };
  expect(run.calls.map(({ tool }) => tool)).toContain(orders);
});

describe('doctor', () => {
  test('says of a store that a link leads nowhere, since no store takes it', () => {
    const link = join(scratchFolder(), 'store');
    symlinkSync('nowhere', link);
    for (const look of [checkAudit, checkApprovals])
      expect(look(link).map(({ level }) => level)).toContain('fault');
  });

  test('waits for no pipe and reads no device, whatever it takes them for', () => {
    const pipe = join(scratchFolder(), 'pipe');
    execFileSync('mkfifo', ['-m', '600', pipe]);
    const looks = [
      (path: string) => checkSettings(path, 0),
      (path: string) => checkPolicy(path, 0),
      checkAudit,
      checkApprovals,
      (path: string) => checkKeys([path]),
    ];
    for (const path of [pipe, '/dev/zero', '/dev/null', scratchFolder()])
      for (const look of looks)
        expect(look(path).filter(({ level }) => level === 'fault').length).toBeGreaterThan(0);
  });
});

describe('init', () => {
  test('writes through no link and beside no file of its names', async () => {
    const [folder, outside] = [scratchFolder(), scratchFolder()];
    symlinkSync(join(outside, 'made'), join(folder, 'policy.yaml'));
    expect((await runCli('init', folder)).exitCode).toBe(1);
    expect([readdirSync(folder), readdirSync(outside)]).toEqual([['policy.yaml'], []]);
    writeFileSync(join(outside, 'file'), '');
    expect((await runCli('init', join(outside, 'file'))).exitCode).toBe(1);
    expect(readdirSync(outside)).toEqual(['file']);
  });

  test('prints commands that a shell takes as they stand, for folders of odd names', async () => {
    const home = scratchFolder();
    for (const name of ['-rf', "it's; touch owned", 'a\u001b[2J', '$(touch owned)']) {
      const { ended } = startCli(['init', '--', name], undefined, home);
      const { stdout, exitCode } = await ended;
      expect(exitCode).toBe(0);
      const [line = ''] = stdout.split('\n').filter((text) => text.includes(' explain last '));
      if (name.includes('\u001b')) continue;
      const words = line.trim().replace(/^(npx )?sluice /, 'printf "%s\\n" ');
      const given = execFileSync('sh', ['-c', words], { cwd: home, encoding: 'utf8' });
      const file = given.trimEnd().split('\n').at(-1) ?? '';
      expect(existsSync(join(home, file, '..', 'plan.json'))).toBe(true);
      expect(file.startsWith('-')).toBe(false);
    }
    mkdirSync(join(home, 'seen'));
    expect(readdirSync(home)).not.toContain('owned');
  });
});
