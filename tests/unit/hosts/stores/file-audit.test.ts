/** The audit file: how it is made, opened, refused, continued and mended. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditLines } from '../../../../hosts/stores/audit-lines.js';
import { type FileAudit, openFileAudit } from '../../../../hosts/stores/file-audit.js';
import { AuditChain, appendAudit } from '../../../../kernel/audit/chain.js';
import { GENESIS, MAX_RECORD_LINE } from '../../../../schemas/index.js';
import { seeded } from '../../../property/seed.js';
import { chainOf, runParts } from '../../kernel/audit/chains.js';
import { scratchFile, scratchFolder } from './scratch.js';
import { appendRun, codeOf, textOf, verifyFile } from './store-checks.js';

const isRoot = process.getuid?.() === 0;

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

async function withFile<T>(path: string, body: (file: FileAudit) => T | Promise<T>): Promise<T> {
  const file = openFileAudit(path, { clock: { now: () => 5 } });
  try {
    return await body(file);
  } finally {
    await file.close();
  }
}

async function madeFile(runs = 2): Promise<string> {
  const path = scratchFile();
  await withFile(path, async (file) => {
    for (let i = 0; i < runs; i += 1) await appendRun(file, `r${i}`);
  });
  return path;
}

function overwrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(textOf(path)));
}

describe('a new file', () => {
  test('has mode 0600, its key too, in a folder with mode 0700', async () => {
    const path = join(scratchFolder(), 'a', 'audit.jsonl');
    await withFile(path, (file) => {
      expect(file.head()).toEqual({ seq: 0, hash: GENESIS });
      expect(file.recovered).toBe(null);
      expect(textOf(`${path}.key`)).toBe(`${file.key}\n`);
    });
    const folder = dirname(path);
    expect([modeOf(path), modeOf(`${path}.key`)]).toEqual(['600', '600']);
    expect(modeOf(folder)).toBe('700');
    expect(readdirSync(folder).sort()).toEqual(['audit.jsonl', 'audit.jsonl.key']);
  });

  test('is not made where more than its own folder is missing', () => {
    const folder = scratchFolder();
    const path = join(folder, 'nope', 'dir', 'a.jsonl');
    const open = () => openFileAudit(path);
    expect(open).toThrow(/`[^`]*\/nope\/dir`: `[^`]*\/nope` does not exist; make it first/);
    expect(open).toThrow(expect.objectContaining({ code: 'audit_unavailable' }));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that others could read is closed to them', async () => {
    const path = scratchFile();
    writeFileSync(path, '', { mode: 0o644 });
    await withFile(path, (file) => appendRun(file, 'r1'));
    expect(modeOf(path)).toBe('600');
  });
});

describe('append', () => {
  test('has the lines in the file when it returns, and verifies', async () => {
    const path = scratchFile();
    await withFile(path, async (file) => {
      for (const run of ['r1', 'r2', 'r3']) {
        const head = await appendRun(file, run, 2);
        expect(file.head()).toEqual(head);
        expect(verifyFile(path).head).toEqual(head);
      }
    });
    expect(verifyFile(path).ok).toBe(true);
  });

  test('takes appends in the order of the calls, while one is under way', async () => {
    const path = scratchFile();
    await withFile(path, async (file) => {
      const { lines, heads } = chainOf(runParts('r1', 20));
      const last = heads.at(-1);
      await Promise.all(lines.map((line, i) => file.append([line], heads[i + 1] ?? file.head())));
      expect(file.head()).toEqual(last);
      expect(verifyFile(path).head).toEqual(last);
    });
  });

  test('serves a chain of the kernel whose records share writes', async () => {
    const path = scratchFile();
    await withFile(path, async (file) => {
      const chain = new AuditChain(file);
      await Promise.all(runParts('r1', 40).map((part) => appendAudit(chain, { ...part, at: 1 })));
      expect(chain.head).toEqual(file.head());
      expect(verifyFile(path).records).toBe(82);
    });
  });

  test('refuses lines that do not continue the chain, or do not verify, and writes none', async () => {
    const path = await madeFile();
    const before = textOf(path);
    await withFile(path, async (file) => {
      const { lines, heads } = chainOf(runParts('r1', 1), file.head());
      const end = heads.at(-1) ?? file.head();
      const [first = '', ...others] = lines;
      const edited = [first.replace('"depth":0', '"depth":1'), ...others];
      const foreign = chainOf(runParts('r1', 1)).lines;
      for (const bad of [[], others, edited, foreign, [`${first}\n`, ...others]]) {
        expect(await codeOf(() => file.append(bad, end))).toBe('audit_broken');
      }
      expect(await codeOf(() => file.append(lines, file.head()))).toBe('audit_broken');
      expect(textOf(path)).toBe(before);
      await file.append(lines, end);
    });
    expect(verifyFile(path).ok).toBe(true);
  });

  test('refuses a line that it would not read back, and writes none', async () => {
    const path = await madeFile(1);
    const before = textOf(path);
    await withFile(path, async (file) => {
      const [line = ''] = chainOf(runParts('r1', 1), file.head()).lines;
      const long = `${line}${' '.repeat(MAX_RECORD_LINE)}`;
      expect(await codeOf(() => file.append([long], file.head()))).toBe('audit_unavailable');
      await appendRun(file, 'r2');
    });
    expect(textOf(path).startsWith(before)).toBe(true);
    expect(verifyFile(path).ok).toBe(true);
  });

  test('is over once the file is closed', async () => {
    const path = scratchFile();
    const file = openFileAudit(path);
    await appendRun(file, 'r1');
    await file.close();
    await file.close();
    expect(await codeOf(() => appendRun(file, 'r2'))).toBe('audit_unavailable');
    expect(verifyFile(path).records).toBe(4);
  });

  test('finishes before a close that came after it', async () => {
    const path = scratchFile();
    const file = openFileAudit(path);
    const written = appendRun(file, 'r1');
    await file.close();
    expect(verifyFile(path).head).toEqual(await written);
  });

  test('stops where another program wrote to the file, or deleted it', async () => {
    const path = await madeFile(1);
    await withFile(path, async (file) => {
      appendFileSync(path, 'x\n');
      expect(await codeOf(() => appendRun(file, 'r2'))).toBe('audit_broken');
      expect(await codeOf(() => appendRun(file, 'r2'))).toBe('audit_unavailable');
    });
    const other = await madeFile(1);
    await withFile(other, async (file) => {
      rmSync(other);
      expect(await codeOf(() => appendRun(file, 'r2'))).toBe('audit_unavailable');
      expect(existsSync(other)).toBe(false);
    });
  });
});

describe('opening again', () => {
  test('continues the chain under the same key', async () => {
    const path = await madeFile();
    const before = verifyFile(path);
    const key = textOf(`${path}.key`).trim();
    await withFile(path, async (file) => {
      expect(file.head()).toEqual(before.head);
      expect(file.key).toBe(key);
      expect(file.recovered).toBe(null);
      await appendRun(file, 'r9');
    });
    const after = verifyFile(path, { expectHead: before.head.hash });
    expect([after.ok, after.segments.length, after.afterExpected]).toEqual([true, 1, 4]);
  });

  test('reads a chain of 5,000 records whose lines cross every chunk', async () => {
    const path = scratchFile();
    await withFile(path, async (file) => {
      for (let i = 0; i < 5; i += 1) await appendRun(file, `r${i}`, 499);
    });
    expect(statSync(path).size).toBeGreaterThan(1_500_000);
    await withFile(path, (file) => expect(file.head().seq).toBe(5_000));
  });

  test.each([
    ['an inner edit', (text: string) => text.replace('send_mail', 'send_mule')],
    ['a dropped record', (text: string) => text.replace(/^.*\n/, '')],
    ['records in another order', (text: string) => text.replace(/^(.*\n)(.*\n)/, '$2$1')],
    [
      'an edited last record',
      (text: string) => text.replace(/"effects":1(?=[^\n]*\n$)/, '"effects":2'),
    ],
    ['an empty line inside', (text: string) => text.replace('\n', '\n\n')],
    ['a copied record at the end', (text: string) => text + text.slice(0, text.indexOf('\n') + 1)],
  ])('refuses %s and leaves the file as it is', async (_, change) => {
    const path = await madeFile();
    overwrite(path, change);
    const before = textOf(path);
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_broken');
    expect(textOf(path)).toBe(before);
  });

  test.each([
    ['notes', 'remember the milk'],
    ['accounts', 'root:x:0:0\n'.repeat(100_000)],
    ['what looks like half a record', '{"v":1,"seq":0,"pre'],
  ])('refuses a file of something else, and adds nothing to it: %s', async (_, text) => {
    const path = scratchFile();
    writeFileSync(path, text);
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_broken');
    expect(textOf(path)).toBe(text);
    expect(readdirSync(dirname(path))).toEqual(['audit.jsonl']);
  });

  test('takes no line for a record that is not UTF-8, though it reads like one', async () => {
    const path = scratchFile();
    await withFile(path, async (file) => {
      const { lines, heads } = chainOf(runParts('r0', 1, 'andré'), file.head());
      await file.append(lines, heads.at(-1) ?? file.head());
    });
    const bytes = readFileSync(path);
    const at = bytes.indexOf(Buffer.from('é'));
    const changed = [bytes.subarray(0, at), Buffer.from([0xe9]), bytes.subarray(at + 2)];
    writeFileSync(path, Buffer.concat(changed));
    expect(verifyFile(path).ok).toBe(false);
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_broken');
  });

  test('refuses more text than a torn write can be, and says where', async () => {
    const path = await madeFile(1);
    appendFileSync(path, '0'.repeat(20_000_000));
    expect(() => openFileAudit(path)).toThrow(/does not verify at line 5: malformed/);
  });

  test('lets go of a file that it refused', async () => {
    const path = await madeFile();
    const good = textOf(path);
    overwrite(path, (text) => text.replace('send_mail', 'send_mule'));
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_broken');
    writeFileSync(path, good);
    expect(await codeOf(() => withFile(path, (file) => appendRun(file, 'r9')))).toBe('none');
  });
});

describe('what is refused at the path', () => {
  test('a symbolic link, to a file, to nothing or to a device', async () => {
    const folder = scratchFolder();
    const real = await madeFile();
    for (const target of [real, join(folder, 'nothing'), '/dev/full', '/dev/null']) {
      const path = join(folder, 'audit.jsonl');
      rmSync(path, { force: true });
      symlinkSync(target, path);
      expect(await codeOf(() => openFileAudit(path))).toBe('audit_unavailable');
      expect(() => [...auditLines(path)]).toThrow(/symbolic link/);
    }
    expect(readdirSync(folder)).toEqual(['audit.jsonl']);
  });

  test('a device, a named pipe, a folder', async () => {
    const folder = scratchFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    mkdirSync(join(folder, 'folder'));
    for (const path of ['/dev/full', join(folder, 'pipe'), join(folder, 'folder')]) {
      expect(await codeOf(() => openFileAudit(path))).toBe('audit_unavailable');
    }
  });

  test('a file with a second name', async () => {
    const path = scratchFile();
    const victim = join(dirname(path), 'victim');
    writeFileSync(victim, '');
    linkSync(victim, path);
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_unavailable');
    expect(textOf(victim)).toBe('');
  });

  test('a folder that others may write to', async () => {
    const folder = scratchFolder();
    for (const mode of [0o777, 0o1777, 0o720]) {
      chmodSync(folder, mode);
      expect(await codeOf(() => openFileAudit(join(folder, 'audit.jsonl')))).toBe(
        'audit_unavailable',
      );
    }
    expect(readdirSync(folder)).toEqual([]);
    chmodSync(folder, 0o755);
    expect(await codeOf(() => withFile(join(folder, 'audit.jsonl'), () => 0))).toBe('none');
  });

  test('a path below a file, and a name too long', async () => {
    const path = await madeFile(1);
    expect(await codeOf(() => openFileAudit(join(path, 'audit.jsonl')))).toBe('audit_unavailable');
    const long = join(dirname(path), 'x'.repeat(300));
    expect(await codeOf(() => openFileAudit(long))).toBe('audit_unavailable');
  });

  test.runIf(isRoot)(
    'a file, a key or a folder of another user (needs root to make one)',
    async () => {
      const file = await madeFile(1);
      chownSync(file, 65_534, 65_534);
      expect(await codeOf(() => openFileAudit(file))).toBe('audit_unavailable');
      const keyed = await madeFile(1);
      chownSync(`${keyed}.key`, 65_534, 65_534);
      expect(await codeOf(() => openFileAudit(keyed))).toBe('audit_unavailable');
      const placed = await madeFile(1);
      chownSync(dirname(placed), 65_534, 65_534);
      expect(await codeOf(() => openFileAudit(placed))).toBe('audit_unavailable');
    },
  );
});

describe('the key', () => {
  test('is not made anew for records that have lost it', async () => {
    const path = await madeFile(1);
    rmSync(`${path}.key`);
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_broken');
    expect(existsSync(`${path}.key`)).toBe(false);
  });

  test('is kept where the records are gone', async () => {
    const path = await madeFile(1);
    const key = textOf(`${path}.key`).trim();
    truncateSync(path);
    await withFile(path, (file) => expect(file.key).toBe(key));
  });

  test.each([
    ['empty', ''],
    ['half a key', 'ab'.repeat(31)],
    ['no hex', 'zz'.repeat(32)],
    ['two keys', `${'ab'.repeat(32)}\n${'ab'.repeat(32)}\n`],
  ])('is refused if it is %s', async (_, text) => {
    const path = await madeFile(1);
    writeFileSync(`${path}.key`, text);
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_broken');
  });

  test('is refused if others may read it, or if it is a link', async () => {
    const path = await madeFile(1);
    chmodSync(`${path}.key`, 0o640);
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_unavailable');
    chmodSync(`${path}.key`, 0o600);
    renameSync(`${path}.key`, `${path}.moved`);
    symlinkSync(`${path}.moved`, `${path}.key`);
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_unavailable');
  });
});

describe('a torn tail', () => {
  test('that is all there is: what names it is the first record of the chain', async () => {
    const path = scratchFile();
    await withFile(path, () => undefined);
    writeFileSync(path, '{"v":1,"seq":0,"prev":"00');
    const origin = await withFile(path, (file) => file.origin);
    expect(origin).toMatch(/^[0-9a-f]{64}$/);
    expect(origin).toBe(verifyFile(path).origin);
    expect(await withFile(path, (file) => file.origin)).toBe(origin);
  });

  async function cutFile(bytes: number): Promise<string> {
    const path = await madeFile();
    truncateSync(path, statSync(path).size - bytes);
    return path;
  }

  test('stays in the file, is told, and is named by the next segment', async () => {
    const path = await cutFile(20);
    const before = textOf(path);
    const told = verifyFile(path);
    expect(told.problems.map(({ kind }) => kind)).toEqual(['torn']);
    await withFile(path, async (file) => {
      expect(file.recovered).toEqual(told.tail);
      await appendRun(file, 'r9');
    });
    expect(textOf(path).startsWith(`${before}\n{"v":1,"seq":7,`)).toBe(true);
    const report = verifyFile(path);
    expect(report.ok).toBe(true);
    expect(report.segments[1]).toEqual({ line: 9, ...told.tail });
  });

  test('is not opened a second time', async () => {
    const path = await cutFile(20);
    await withFile(path, () => 0);
    const once = textOf(path);
    await withFile(path, (file) => expect(file.recovered).toBe(null));
    expect(textOf(path)).toBe(once);
  });

  test('is no tail if only the last line feed is missing: the record counts', async () => {
    const path = await cutFile(1);
    await withFile(path, async (file) => {
      expect(file.recovered).toBe(null);
      expect(file.head().seq).toBe(8);
      await appendRun(file, 'r9');
    });
    const report = verifyFile(path);
    expect([report.ok, report.records, report.segments.length]).toEqual([true, 12, 1]);
  });

  test('of bytes that are no text is kept and named as it is', async () => {
    const path = await madeFile();
    const garbage = Buffer.from([0, 255, 254, 10, 0, 0, 195]);
    appendFileSync(path, garbage);
    const before = readFileSync(path);
    await withFile(path, (file) => appendRun(file, 'r9'));
    expect(readFileSync(path).subarray(0, before.length).equals(before)).toBe(true);
    expect(verifyFile(path).ok).toBe(true);
    const changed = readFileSync(path);
    changed[before.length - 1] = 196;
    writeFileSync(path, changed);
    expect(verifyFile(path).problems.map(({ kind }) => kind)).toContain('segment');
  });

  seeded(
    'cut anywhere, again and again: what was whole stays whole, and the chain goes on',
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), async (cuts) => {
      const path = await madeFile(1);
      const head = verifyFile(path).head.hash;
      for (const [turn, cut] of cuts.entries()) {
        await withFile(path, (file) => appendRun(file, `c${turn}`));
        const whole = textOf(path);
        // Never cut into the first run: its records were confirmed before.
        const start = whole.split('\n', 4).join('\n').length + 1;
        truncateSync(path, start + (cut % (whole.length - start + 1)));
        const left = textOf(path);
        const { tail } = verifyFile(path);
        await withFile(path, (file) => expect(file.recovered).toEqual(tail));
        expect(textOf(path).startsWith(left)).toBe(true);
        expect(verifyFile(path, { expectHead: head }).ok).toBe(true);
      }
    }),
    { runs: 60 },
  );
});

describe('changes of bytes', () => {
  seeded(
    'any one byte changed: the file does not verify',
    fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (place, flip) => {
      const path = scratchFile();
      const { lines } = chainOf([...runParts('r1', 1, 'zoë\ufffd'), ...runParts('r2', 1, '李😀')]);
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ flip;
      writeFileSync(path, bytes);
      expect(verifyFile(path).ok).toBe(false);
    }),
    { claims: 'INV-T3' },
  );
});
