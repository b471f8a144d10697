// Attacks on the files of stored runs: changed, renamed, put back, read by others.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openSuspensions, type SuspensionFolder } from '../../hosts/index.js';
import { verifies } from '../claims/verifies.js';
import type { Office } from '../fakes/office.js';
import { expectCommitted } from '../fakes/refusal.js';
import {
  mailQuery,
  mailTo,
  makeOffices,
  type Offices,
  readMails,
  refusal,
} from '../fakes/suspensions.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

interface Kept {
  readonly offices: Offices;
  readonly folder: SuspensionFolder;
  readonly id: string;
  readonly file: string;
}

async function keep(folder = openSuspensions(join(scratchFolder(), 'waiting'))): Promise<Kept> {
  const offices = makeOffices();
  const office = offices.open();
  const result = await office.run(mailQuery, [readMails, mailTo('one')]);
  const { id } = await office.kernel.suspend(result, folder);
  return { offices, folder, id, file: folder.fileOf(id) };
}

async function expectRefused(
  office: Office,
  { folder, id }: Kept,
  code:
    | 'suspension_malformed'
    | 'suspension_claimed'
    | 'suspension_unknown'
    | 'suspensions_unavailable',
): Promise<void> {
  await expect(office.kernel.resume(folder, id)).rejects.toThrow(refusal(code));
  expect(office.canaries.calls).toEqual([]);
}

describe('the file of a run', () => {
  verifies(
    'INV-U1',
    'changed anywhere, cut or grown, is refused, and nothing is claimed',
    async () => {
      const kept = await keep();
      const { offices, folder, file, id } = kept;
      const whole = readFileSync(file);
      const office = offices.open();
      const places = [0, 11, 12, 27, 28, Math.floor(whole.length / 2), whole.length - 1];
      const forgeries = [
        ...places.map((at) =>
          Buffer.concat([
            whole.subarray(0, at),
            Buffer.from([(whole[at] ?? 0) ^ 1]),
            whole.subarray(at + 1),
          ]),
        ),
        ...[0, 5, 28, whole.length - 1].map((length) => whole.subarray(0, length)),
        Buffer.concat([whole, Buffer.from('x')]),
      ];
      for (const forgery of forgeries) {
        writeFileSync(file, forgery);
        await expectRefused(office, kept, 'suspension_malformed');
      }
      writeFileSync(file, whole);
      expect(folder.list()).toEqual([id]);
      expectCommitted(await office.kernel.resume(folder, id));
    },
  );

  verifies('INV-U1', 'under the name of another, or of another folder, is refused', async () => {
    const kept = await keep();
    const second = await keep(kept.folder);
    const foreign = await keep();
    const office = kept.offices.open();
    const own = readFileSync(kept.file);
    for (const { file } of [second, foreign]) {
      writeFileSync(kept.file, readFileSync(file));
      await expectRefused(office, kept, 'suspension_malformed');
    }
    writeFileSync(kept.file, own);
    // The key of another folder opens nothing of this one.
    const key = join(kept.folder.folder, 'key');
    writeFileSync(key, readFileSync(join(foreign.folder.folder, 'key')));
    const other = { ...kept, folder: openSuspensions(kept.folder.folder) };
    await expectRefused(office, other, 'suspension_malformed');
  });

  verifies('INV-U1', 'holds nothing in the clear, and only its user reads it', async () => {
    const { file, folder } = await keep();
    const bytes = readFileSync(file);
    for (const secret of ['PIN-4711', 'bob@example.org', 'read_inbox', 'user:alice'])
      expect(bytes.includes(secret)).toBe(false);
    const modes = [file, join(folder.folder, 'key'), folder.folder];
    expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600, 0o700]);
  });

  verifies('INV-U1', 'is none where it is a link, and a folder of others is no store', async () => {
    const kept = await keep();
    const moved = join(scratchFolder(), 'moved');
    cpSync(kept.file, moved);
    rmSync(kept.file);
    symlinkSync(moved, kept.file);
    await expectRefused(kept.offices.open(), kept, 'suspensions_unavailable');
    const shared = join(scratchFolder(), 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    expect(() => openSuspensions(shared)).toThrow(refusal('suspensions_unavailable'));
    const other = scratchFolder();
    writeFileSync(join(other, 'letter.txt'), 'Dear Bob');
    expect(() => openSuspensions(other)).toThrow(refusal('suspensions_unavailable'));
    rmSync(join(kept.folder.folder, 'key'));
    expect(() => openSuspensions(kept.folder.folder)).toThrow(refusal('suspensions_malformed'));
  });

  verifies('INV-U2', 'put back after the run has ended is taken up by nobody', async () => {
    const kept = await keep();
    const { offices, folder, file, id } = kept;
    const whole = readFileSync(file);
    expectCommitted(await offices.open().kernel.resume(folder, id));
    expect([existsSync(file), folder.list()]).toEqual([false, []]);
    await expectRefused(offices.open(), kept, 'suspension_claimed');
    writeFileSync(file, whole);
    expect(folder.list()).toEqual([]);
    await expectRefused(offices.open(), kept, 'suspension_claimed');
    const again = openSuspensions(folder.folder);
    await expectRefused(offices.open(), { ...kept, folder: again }, 'suspension_claimed');
  });

  verifies('INV-U1', 'whose id is a path is not looked for', async () => {
    const kept = await keep();
    for (const id of ['../key', 'key', '', 'a/b', 'x'.repeat(200), '__proto__'])
      await expectRefused(kept.offices.open(), { ...kept, id }, 'suspension_unknown');
  });
});
