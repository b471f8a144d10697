/** The approval store in its file: compare and set, watching, and what it refuses to open. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type Libsql from 'libsql';
import { afterEach, describe, expect, test } from 'vitest';
import { type ApprovalFile, openApprovalStore, openRulesStore } from '../../../../hosts/index.js';
import { verifies } from '../../../claims/verifies.js';
import { projectRoot } from '../../../project.js';
import { scratchFolder } from '../stores/scratch.js';
import { startCommand } from '../stores/writer-process.js';

const Database = createRequire(import.meta.url)('libsql') as typeof Libsql;
const opened: ApprovalFile[] = [];

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

function open(path: string = join(scratchFolder(), 'approvals.db')): ApprovalFile {
  const store = openApprovalStore(path);
  opened.push(store);
  return store;
}

/** Takes away what SQLite keeps beside a file, where pages of it may still lie. */
function withoutCompanions(path: string): void {
  for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}

/** A store with one row, closed. */
function madeStore(): string {
  const store = openApprovalStore(join(scratchFolder(), 'approvals.db'));
  store.swap('a', 0, 'text');
  store.close();
  return store.path;
}

describe('rows', () => {
  test('are written where they stand at the revision that was read', () => {
    const store = open();
    expect(store.read('a')).toBeNull();
    expect([store.swap('a', 1, 'x'), store.swap('a', 0, 'one'), store.swap('a', 0, 'x')]).toEqual([
      false,
      true,
      false,
    ]);
    expect(store.read('a')).toEqual({ id: 'a', revision: 1, text: 'one' });
    expect([store.swap('a', 1, 'two'), store.swap('a', 1, 'x')]).toEqual([true, false]);
    expect([store.drop('a', 1), store.drop('a', 2), store.drop('a', 2)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(store.list()).toEqual([]);
  });

  type Model = Map<string, { revision: number; text: string }>;
  interface Command {
    readonly kind: string;
    readonly id: string;
    readonly revision: number;
    readonly text: string;
    /** Which of the two connections. */
    readonly by: number;
  }
  const command: fc.Arbitrary<Command> = fc.record({
    kind: fc.constantFrom('swap', 'swap', 'drop', 'read'),
    id: fc.constantFrom('a', 'b', 'c'),
    revision: fc.integer({ min: 0, max: 3 }),
    text: fc.string(),
    by: fc.integer({ min: 0, max: 1 }),
  });

  /** What a map would do. */
  function modelled(model: Model, { kind, id, revision, text }: Command): unknown {
    const row = model.get(id);
    if (kind === 'read') return row === undefined ? null : { id, ...row };
    if ((row?.revision ?? 0) !== revision) return false;
    if (kind === 'drop') return model.delete(id);
    model.set(id, { revision: revision + 1, text });
    return true;
  }

  test('two connections on one file do what one map would do', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const first = openApprovalStore(join(scratchFolder(), 'approvals.db'));
        const both = [first, openApprovalStore(first.path)];
        const model: Model = new Map();
        for (const given of commands) {
          const { kind, id, revision, text, by } = given;
          const store = both[by] as ApprovalFile;
          const asked: Record<string, () => unknown> = {
            read: () => store.read(id),
            swap: () => store.swap(id, revision, text),
            drop: () => store.drop(id, revision),
          };
          expect([kind, asked[kind]?.()]).toEqual([kind, modelled(model, given)]);
        }
        const rows = [...model].map(([id, row]) => ({ id, ...row }));
        expect(both[1]?.list()).toEqual(rows);
        for (const store of both) store.close();
      }),
      { numRuns: 20 },
    );
  });

  verifies('INV-Q12', 'of two who saw one revision one writes, whoever they are', () => {
    const first = open();
    const second = open(first.path);
    first.swap('a', 0, 'asked');
    const seen = [first.read('a')?.revision, second.read('a')?.revision];
    expect(seen).toEqual([1, 1]);
    expect([second.swap('a', 1, 'second'), first.swap('a', 1, 'first')]).toEqual([true, false]);
    expect(first.read('a')).toEqual({ id: 'a', revision: 2, text: 'second' });
  });

  test('processes that make the store at once share one key', async () => {
    const path = join(scratchFolder(), 'approvals.db');
    const ruler = join(projectRoot, 'dist/tests/fakes/store-key.js');
    const makers = Array.from({ length: 4 }, () => startCommand([process.execPath, ruler, path]));
    await Promise.all(makers.map(({ ended }) => ended));
    const keys = makers.map(({ said }) => said[0]);
    expect(keys).toEqual(keys.map(() => open(path).key));
  });
});

describe('watching', () => {
  test('tells of own writes and of others, until it is stopped', async () => {
    const store = open();
    const other = open(store.path);
    let calls = 0;
    let wake = (): void => undefined;
    const stop = store.watch(() => {
      calls += 1;
      wake();
    });
    const next = (write: () => void): Promise<void> =>
      new Promise((resolve) => {
        wake = resolve;
        write();
      });
    await next(() => store.swap('a', 0, 'own'));
    await next(() => other.swap('a', 1, 'foreign'));
    store.swap('a', 9, 'nothing is written');
    await Promise.resolve();
    expect(calls).toBe(2);
    stop();
    store.swap('a', 2, 'unheard');
    await Promise.resolve();
    expect(calls).toBe(2);
  });

  test('tells of a file that is gone: whoever reads is told why', async () => {
    const store = open();
    const told = new Promise<void>((resolve) => store.watch(resolve));
    rmSync(store.path);
    await told;
    expect(() => store.list()).toThrow('it was deleted or replaced');
  });
});

describe('the file', () => {
  test('is closed to others, with its key beside it', () => {
    const store = open();
    expect(statSync(store.path).mode & 0o777).toBe(0o600);
    expect(statSync(`${store.path}.key`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${store.path}.key`, 'latin1')).toBe(`${store.key}\n`);
  });

  test('does not hold its key', () => {
    const path = madeStore();
    const key = readFileSync(`${path}.key`, 'latin1').trim();
    for (const file of [path, `${path}-wal`].filter((name) => existsSync(name)))
      expect(readFileSync(file).includes(key)).toBe(false);
  });

  const spoilt: readonly (readonly [string, string, RegExp, (path: string) => void])[] = [
    [
      'no database',
      'malformed',
      /is damaged/,
      (path) => {
        withoutCompanions(path);
        writeFileSync(path, 'x'.repeat(4096));
      },
    ],
    [
      'a stump',
      'malformed',
      /is damaged/,
      (path) => {
        withoutCompanions(path);
        truncateSync(path, 100);
      },
    ],
    ['without its key', 'malformed', /has lost its key/, (path) => rmSync(`${path}.key`)],
    [
      'with another key',
      'malformed',
      /made with another key/,
      (path) => writeFileSync(`${path}.key`, `${'0'.repeat(64)}\n`),
    ],
    ['with half a key', 'malformed', /holds no key/, (path) => writeFileSync(`${path}.key`, 'abc')],
    [
      'with a key that others may read',
      'unavailable',
      /other users may read/,
      (path) => chmodSync(`${path}.key`, 0o644),
    ],
    [
      'another store of ours',
      'malformed',
      /is no store of approvals/,
      (path) => {
        withoutCompanions(path);
        rmSync(path);
        openRulesStore(path).close();
      },
    ],
    [
      'a link',
      'unavailable',
      /symbolic link/,
      (path) => {
        renameSync(path, `${path}.real`);
        symlinkSync(`${path}.real`, path);
      },
    ],
    [
      'in a folder that others may write',
      'unavailable',
      /other users may write/,
      (path) => chmodSync(dirname(path), 0o777),
    ],
  ];

  test.each(spoilt)('%s is %s', (_, kind, message, spoil) => {
    const path = madeStore();
    spoil(path);
    expect(() => openApprovalStore(path)).toThrow(message);
    expect(() => openApprovalStore(path)).toThrow(
      expect.objectContaining({ code: `approvals_${kind}` }),
    );
  });

  test('that another program holds is waited for and then unavailable', () => {
    const store = open();
    const other = new Database(store.path);
    other.exec('BEGIN IMMEDIATE');
    expect(() => store.swap('a', 0, 'x')).toThrow('another process is writing to it');
    expect(store.list()).toEqual([]);
    other.exec('ROLLBACK');
    expect(store.swap('a', 0, 'x')).toBe(true);
    other.close();
  });

  test('that was replaced while it was open says so, and nothing more is read', () => {
    const store = open();
    copyFileSync(store.path, `${store.path}.copy`);
    renameSync(`${store.path}.copy`, store.path);
    for (const use of [
      () => store.read('a'),
      () => store.list(),
      () => store.swap('a', 0, 'x'),
      () => store.drop('a', 1),
    ])
      expect(use).toThrow('it was deleted or replaced');
  });

  test('that is closed throws', () => {
    const store = open();
    store.close();
    store.close();
    expect(() => store.list()).toThrow('it is closed');
  });
});
