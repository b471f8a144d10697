/** Remembered rules in their file: added, revoked, kept apart from what is not whole. */
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Libsql from 'libsql';
import { afterEach, describe, expect, test } from 'vitest';
import { openRulesStore, type RulesStore } from '../../../../hosts/policy/rules-store.js';
import type { GuardrailRule } from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';
import { scratchFolder } from '../stores/scratch.js';
import { hostError } from './policy-texts.js';
import { rememberedRule } from './remembered-rule.js';

const Database = createRequire(import.meta.url)('libsql') as typeof Libsql;
const opened: RulesStore[] = [];

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

function open(path: string = join(scratchFolder(), 'rules.db')): RulesStore {
  const store = openRulesStore(path);
  opened.push(store);
  return store;
}

function ids(rules: readonly GuardrailRule[]): readonly string[] {
  return rules.map(({ id }) => id);
}

/** Changes a store as another program could. */
function tamper(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

describe('a store', () => {
  verifies('G-36', 'keeps what was remembered until it is revoked or expires', () => {
    const store = open();
    const first = rememberedRule('first');
    store.add(first);
    store.add(rememberedRule('second', { expiresAt: 3_000, because: 'asked on Monday' }));
    expect(store.list()[0]).toEqual(first);
    expect(ids(store.list())).toEqual(['first', 'second']);
    expect(ids(store.live(1_999))).toEqual(['first', 'second']);
    expect(ids(store.live(2_000))).toEqual(['second']);
    expect(ids(store.live(3_000))).toEqual([]);
    expect(store.revoke('second', 1_000)).toBe(true);
    expect(ids(store.live(1_000))).toEqual(['first']);
    expect(Object.isFrozen(store.list()) && Object.isFrozen(store.list()[0])).toBe(true);
  });

  test('is there again after it was closed', () => {
    const store = open();
    store.add(rememberedRule('a'));
    store.add(rememberedRule('b'));
    store.revoke('a', 5);
    const version = store.version();
    store.close();
    const again = open(store.path);
    expect([ids(again.list()), again.version()]).toEqual([['b'], version]);
  });

  test('revokes once, keeps the row with the time, and never gives the id again', () => {
    const store = open();
    store.add(rememberedRule('a'));
    expect([store.revoke('a', 7), store.revoke('a', 8), store.revoke('b', 9)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(hostError(() => store.add(rememberedRule('a'))).message).toContain(
      'there is, or was, a rule `a`',
    );
    const before = Date.now();
    store.add(rememberedRule('c'));
    expect(store.revoke('c')).toBe(true);
    expect(hostError(() => store.revoke('c', Number.NaN)).code).toBe('config_malformed');
    store.close();
    const database = new Database(store.path);
    const rows = database.prepare('SELECT id, revoked_at FROM rules ORDER BY place').all();
    database.close();
    expect(rows).toEqual([
      { id: 'a', revoked_at: 7 },
      { id: 'c', revoked_at: expect.any(Number) },
    ]);
    expect(Number((rows[1] as { revoked_at: unknown }).revoked_at)).toBeGreaterThanOrEqual(before);
  });

  test('has another version after each change, and the same one otherwise', () => {
    const store = open();
    const other = open(store.path);
    const versions = [store.version()];
    const note = (): void => {
      expect(store.version()).toBe(store.version());
      expect(other.version()).toBe(store.version());
      versions.push(store.version());
    };
    store.add(rememberedRule('a'));
    note();
    other.add(rememberedRule('b'));
    note();
    other.revoke('a', 1);
    note();
    tamper(store.path, "UPDATE rules SET revoked_at = NULL WHERE id = 'a'");
    note();
    tamper(store.path, "DELETE FROM rules WHERE id = 'b'");
    note();
    expect(new Set(versions).size).toBe(6);
    expect(store.revoke('gone', 1)).toBe(false);
    store.list();
    expect(store.version()).toBe(versions.at(-1));
    expect(open().version()).not.toBe(open().version());
  });

  test.each([
    ['of the managed tier', { scope: 'managed' }],
    ['without an end', { expiresAt: undefined }],
    ['of another decision', { decision: 'maybe' }],
    ['with an unknown key', { note: 'x' }],
    ['without a target', { class: undefined }],
    ['with a getter', Object.defineProperty({}, 'because', { get: () => 'x', enumerable: true })],
  ])('takes no rule %s', (_, over) => {
    const store = open();
    const bad = Object.defineProperties(
      { ...rememberedRule('a') },
      Object.getOwnPropertyDescriptors(over),
    ) as GuardrailRule;
    expect(hostError(() => store.add(bad)).code).toBe('policy_malformed');
    expect(store.list()).toEqual([]);
  });

  test('that is closed says so', () => {
    const store = open();
    store.close();
    store.close();
    const asks = [
      () => store.add(rememberedRule('a')),
      () => store.revoke('a', 1),
      () => store.list(),
      () => store.live(1),
      () => store.version(),
    ];
    for (const ask of asks) expect(hostError(ask).message).toContain('it is closed');
  });
});

describe('what is not whole is never skipped', () => {
  test.each([
    ['a row that is no JSON', "UPDATE rules SET rule = '{' WHERE id = 'b'"],
    ['a row that is no rule', "UPDATE rules SET rule = '{}' WHERE id = 'b'"],
    ['a row of another id', "UPDATE rules SET id = 'c' WHERE id = 'b'"],
    ['a key twice', `UPDATE rules SET rule = replace(rule, '"id":', '"id":"a","id":')`],
    ['a decision that is none', `UPDATE rules SET rule = replace(rule, 'allow', 'allows')`],
    ['a rule without an end', `UPDATE rules SET rule = replace(rule, 'expiresAt', 'expires')`],
    ['no state', 'DELETE FROM state'],
    ['no table', 'DROP TABLE rules'],
  ])('%s', (_, sql) => {
    const store = open();
    for (const id of ['a', 'b']) store.add(rememberedRule(id));
    tamper(store.path, sql);
    const read = (): unknown => [store.version(), store.list()];
    expect(hostError(read).code).toMatch(/^policy_(malformed|unavailable)$/);
    store.close();
    const again = () => [open(store.path)].map((other) => [other.version(), other.list()]);
    expect(hostError(again).code).toMatch(/^policy_(malformed|unavailable)$/);
  });

  test.each([
    ['text', (path: string) => writeFileSync(path, 'rules:\n'.repeat(1_000))],
    ['a stump', (path: string) => writeFileSync(path, 'S')],
    ['half of it', (path: string) => truncateSync(path, 8_192)],
    ['zeros in it', (path: string) => writeFileSync(path, Buffer.alloc(8_192), { flag: 'r+' })],
  ])('a file that is %s', (_, spoil) => {
    const store = open();
    for (let i = 0; i < 80; i += 1) store.add(rememberedRule(`r${i}`));
    store.close();
    // What is still in the log would be read from there.
    tamper(store.path, 'PRAGMA wal_checkpoint(TRUNCATE)');
    expect(statSync(`${store.path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    spoil(store.path);
    expect(hostError(() => open(store.path).list()).code).toBe('policy_malformed');
  });

  test('a database of something else, or of a later version', () => {
    const path = join(scratchFolder(), 'other.db');
    tamper(path, 'CREATE TABLE notes (text TEXT)');
    expect(hostError(() => open(path)).message).toBe(`\`${path}\` is no store of rules`);
    const store = open();
    store.close();
    tamper(store.path, 'PRAGMA user_version = 2');
    expect(hostError(() => open(store.path)).message).toContain('is a store of version 2');
  });

  test('a file that was deleted or replaced', () => {
    const store = open();
    store.add(rememberedRule('a'));
    const aside = `${store.path}.aside`;
    renameSync(store.path, aside);
    expect(hostError(() => store.version()).message).toContain('deleted or replaced');
    copyFileSync(aside, store.path);
    expect(hostError(() => store.version()).message).toContain('deleted or replaced');
    rmSync(store.path);
    renameSync(aside, store.path);
    expect(ids(store.list())).toEqual(['a']);
  });
});

describe('the place', () => {
  test('is closed to others: folder 0700, files 0600', () => {
    const folder = join(scratchFolder(), 'made');
    const store = open(join(folder, 'rules.db'));
    store.add(rememberedRule('a'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const names = readdirSync(folder);
    expect(names).toContain('rules.db-wal');
    expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(
      names.map(() => 0o600),
    );
    store.close();
    chmodSync(store.path, 0o644);
    open(store.path);
    expect(statSync(store.path).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['a link', (path: string) => symlinkSync(`${path}.other`, path)],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link beside it', (path: string) => symlinkSync('/tmp/x', `${path}-wal`)],
    ['a journal of somebody', (path: string) => symlinkSync('/tmp/x', `${path}-journal`)],
    ['a folder that others may write to', (path: string) => chmodSync(dirname(path), 0o777)],
    [
      'a file with a second name',
      (path: string) => {
        writeFileSync(path, '');
        linkSync(path, `${path}.again`);
      },
    ],
  ])('%s is refused', (_, make) => {
    const path = join(scratchFolder(), 'rules.db');
    make(path);
    expect(hostError(() => open(path)).code).toBe('policy_unavailable');
  });

  test('a folder that nobody made is taken for misspelt', () => {
    const path = join(scratchFolder(), 'no', 'such', 'rules.db');
    expect(hostError(() => open(path)).message).toContain('make it first');
  });
});
