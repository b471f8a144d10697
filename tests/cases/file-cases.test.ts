// Reported cases on files that the rules decide, some of them on a real file system.
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { nodePathResolver, openPolicySource } from '../../hosts/index.js';
import { makeActor } from '../fakes/actor.js';
import { approverThat } from '../fakes/approvers.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { decides } from './decides.js';
import { never, rule, within } from './rule-setups.js';
import { decidesAll, read, ruledCall, write } from './ruled-call.js';

const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'case-')));
const inside = (root: string) => within('workspaceMutation', 'deny', { paths: [`${root}/**`] });
const links = { '/var/folders/t/ws/a.txt': '/private/var/folders/t/ws/a.txt' };
const real = { ports: { paths: nodePathResolver } };

decidesAll({
  'path-09': write(
    '/workspace/.GIT/config',
    never('**/.git', '**/.git/**'),
    '/workspace/.gitignore',
  ),
  'path-25': read('/workspace/.env', never('**/*.env'), '/workspace/env'),
  'path-26': read('/workspace/secrets/.k/key', never('/workspace/secrets/**'), '/workspace/secret'),
  'path-27': read(
    '/workspace/se\u0301crets/a',
    never('/workspace/s\u00e9crets/**'),
    '/workspace/a',
  ),
  'path-30': { ...write('/var/folders/t/ws/a.txt', inside('/private/var/folders/t/ws')), links },
  'path-34': write('/workspace/new/dir/file.ts', inside('/workspace')),
  'over_block-13': read(
    '/workspace/.env.local.example',
    never('**/.env', '**/.env.*', '!**/.env*.example'),
  ),
  'over_block-23': read('/workspace/out/tokenizer.json', never('**/token', '**/*secret*')),
  'over_block-26': read('/workspace/img/abc.botox.jpg', never('**/.boto', '**/*.boto')),
  'approval-10': write(
    '/srv/a.txt',
    within('workspaceMutation', 'prompt', { paths: ['/workspace/**'] }),
    '/workspace/a.txt',
  ),
});

decides('path-05', async () => {
  const root = folder();
  mkdirSync(join(root, 'work'));
  symlinkSync(join(root, 'home/.ssh/authorized_keys'), join(root, 'work/new.txt'));
  symlinkSync(join(root, 'home/plain'), join(root, 'work/other.txt'));
  const rules = inside(join(root, 'work'));
  const at = (name: string) => ({ ...write(join(root, 'work', name), rules), config: real });
  expect((await ruledCall(at('other.txt'))).code).toBe('rules_denied');
  expect((await ruledCall(at('fresh.txt'))).code).toBeNull();
  return (await ruledCall(at('new.txt'))).code;
});

decides('path-06', async () => {
  const root = folder();
  for (const name of ['work/d', 'etc']) mkdirSync(join(root, name), { recursive: true });
  const approver = approverThat('allow', (ruling) => {
    renameSync(join(root, 'work/d'), join(root, 'was'));
    symlinkSync(join(root, 'etc'), join(root, 'work/d'));
    return ruling;
  });
  const rules = { rules: [rule({ class: 'workspaceMutation', decision: 'prompt' })] };
  const given = write(join(root, 'work/d/f'), rules);
  const ports = { paths: nodePathResolver, approver };
  const { code } = await ruledCall({ ...given, config: { ports } });
  expect(approver.asked).toHaveLength(1);
  return code;
});

decides('path-07', async () => {
  const root = folder();
  mkdirSync(join(root, 'work'));
  writeFileSync(join(root, 'bashrc'), '');
  linkSync(join(root, 'bashrc'), join(root, 'work/h.txt'));
  writeFileSync(join(root, 'work/own.txt'), '');
  const rules = inside(join(root, 'work'));
  const at = (name: string) => ({ ...write(join(root, 'work', name), rules), config: real });
  expect((await ruledCall(at('own.txt'))).code).toBeNull();
  return (await ruledCall(at('h.txt'))).code;
});

decides('path-22', async () => {
  const remove = (path: string) =>
    ruledCall({ tool: 'fs_delete', args: { path }, classes: ['fileDelete'], config: real });
  // The long name fares no better: no path of that system can be told.
  expect((await remove('C:\\Program Files\\App')).code).toBe('path_unresolved');
  return (await remove('C:\\PROGRA~1\\App')).code;
});

decides('policy_engine-03', async () => {
  const root = folder();
  const file = join(root, 'policy.json');
  const rules = [rule({ class: 'workspaceMutation', decision: 'allow' })];
  const text = JSON.stringify({ version: 1, rules, grant: ['use'] });
  writeFileSync(file, text);
  const policy = openPolicySource({ file, env: {} });
  const config = { ports: { policy, paths: nodePathResolver } };
  const { code } = await ruledCall({ ...write(file, {}, join(root, 'a.json')), config });
  expect(readFileSync(file, 'utf8')).toBe(text);
  return code;
});

decides('json_js-14', async () => {
  const rules = { budgets: { act: { run: { cents: 100 } } } };
  const { act, canaries, kernel } = makeActor({ rules });
  const pay = (id: string, cents: number) => call(id, 'act', { cents });
  expect((await act({ cents: 600 })).problem?.code).toBe('budget_exhausted');
  const both = await kernel.run('Pay', { plan: planOf(pay('a', 60), pay('b', 60)) });
  expect(both.problem?.code).toBe('budget_exhausted');
  const result = await kernel.run('Pay', { plan: planOf(pay('a', -500), pay('b', 600)) });
  expect(canaries.calls.map(({ args }) => args)).toEqual([{ cents: 60 }]);
  return result.problem?.code ?? null;
});
