// Attacks on what a stored run is written with: more content than a text can hold, and a disk that
// is full.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from '../fakes/plan-steps.js';
import { expectCommitted } from '../fakes/refusal.js';
import {
  mailQuery,
  mailTo,
  makeOffices,
  memorySuspensions,
  refusal,
} from '../fakes/suspensions.js';
import { projectRoot } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

describe('results that others filled', () => {
  const reading = (count: number) => {
    const offices = makeOffices();
    const mail = { id: 'a', from: 'eve@evil.com', body: '中'.repeat(15_000_000) };
    const office = offices.open({ answers: { read_inbox: [mail] } } as object);
    const reads = Array.from({ length: count }, (_, i) => call(`r${i}`, 'read_inbox', {}));
    return { offices, office, asked: office.run(mailQuery, [...reads, mailTo('one')]) };
  };

  test('beyond what a text can hold are refused in words, and the process lives', async () => {
    const { office, asked } = reading(7);
    const store = memorySuspensions();
    await expect(office.kernel.suspend(await asked, store)).rejects.toThrow(
      refusal('suspension_impossible'),
    );
    expect([...store.texts.keys()]).toEqual([]);
  }, 60_000);

  test('of some size go on as they were', async () => {
    const { offices, office, asked } = reading(2);
    const { id } = await office.kernel.suspend(await asked, offices.store);
    expectCommitted(await offices.open().kernel.resume(offices.store, id));
  }, 60_000);
});

/** What happens on a small disk of its own: two runs are stored, it is full, it has room again. */
const SCRIPT = `
set -u
mount -t tmpfs -o size=48k,mode=700 tmpfs "$1"
ids=$(node "$2" store "$1/w" "$3" "$4" 2 </dev/null) || exit 1
first=$(echo "$ids" | head -1)
dd if=/dev/zero "of=$1/fill" bs=4k 2>/dev/null
echo go | node "$2" resume "$1/w" "$3" "$4" "$first"
node "$2" store "$1/w" "$3" "$4" 1 </dev/null >/dev/null 2>&1 && echo stored
ls "$1/w" | wc -l
rm "$1/fill"
echo go | node "$2" resume "$1/w" "$3" "$4" $ids
`;
const mayMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

test.runIf(mayMount)(
  'a disk that is full takes no run away from whoever resumes it later',
  () => {
    const [disk, other] = [scratchFolder(), scratchFolder()];
    const program = join(projectRoot, 'dist/tests/fakes/suspended-process.js');
    const args = [disk, program, join(other, 'effects'), 'c7'.repeat(32)];
    const ran = spawnSync('unshare', ['-rm', 'sh', '-c', SCRIPT, 'sh', ...args], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env['PATH']}` },
    });
    expect(ran.stdout.trim().split('\n')).toEqual([
      ...['ready', 'suspensions_unavailable', '3'],
      ...['ready', 'committed', 'committed'],
    ]);
  },
  60_000,
);
