/**
 * The table of docs/hardened.md, measured: what in-realm attempts come to, without and with
 * lockdown. A process of its own for each attempt that comes first takes minutes, so that
 * `SLUICE_ATTEMPTS=all` measures these all, and else one in five.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TranspiledPackage, transpilePackage } from '../../fakes/transpiled-package.js';
import { attempts } from './attempts/attempts.js';
import { columnOf, type Mode, usualOf } from './measure.js';
import { expected } from './table.js';

const names = Object.keys(attempts).filter((name) => name !== 'nothing');
const isFull = process.env['SLUICE_ATTEMPTS'] === 'all';
const sample = names.filter((_, i) => isFull || i % 5 === 0);
const modes: readonly Mode[] = ['plain', 'hardened'];

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts', 'tests']);
});
afterAll(() => copy?.remove());

function expectedOf(mode: Mode, moment: 'first' | 'later', of: readonly string[]): object {
  return Object.fromEntries(of.map((name) => [name, expected[name]?.[mode][moment]]));
}

test('at least 24 attempts are in the table, and each is in it', () => {
  expect(names.length).toBeGreaterThanOrEqual(24);
  expect(Object.keys(expected)).toEqual(names);
});

describe.each(modes)('%s', (mode) => {
  test('a victim whom nobody attacks does what it may and nothing else', async () => {
    const usual = await usualOf(copy, mode);
    expect(usual).toMatchObject({ ran: '', isGenuine: true, timedOut: true, unread: null });
    expect(usual.honest).toMatch(/^send_email /);
    expect(usual.records).toMatch(/"kind":"terminal".*"kind":"run_ended"/s);
    expect(usual.labels).toContain('tool:send_email');
  });

  test('an attempt that comes when the kernel is built', async () => {
    const measured = await columnOf(copy, { mode, moment: 'later', names });
    expect(measured).toEqual(expectedOf(mode, 'later', names));
  });

  test('an attempt that comes before the package is loaded', async () => {
    const measured = await columnOf(copy, { mode, moment: 'first', names: sample });
    expect(measured).toEqual(expectedOf(mode, 'first', sample));
  });
});

test('with lockdown first, only what no lockdown reaches goes round the kernel', () => {
  const bypasses = names.filter((name) => expected[name]?.hardened.later === 'bypass');
  expect(bypasses).toEqual(['debugger-session']);
});
