// Values that answer the check and the use differently. Whoever gives them, the first answer stands
// or the value is refused.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { declassify, type RunResult } from '../../hosts/index.js';
import type { Json } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeNotebook } from '../fakes/notebook.js';
import { makeOffice } from '../fakes/office.js';
import { constant, parse, ref } from '../fakes/plan-steps.js';

/** Something that answers `first` once and `later` ever after. */
function moody<T>(first: T, later: T): () => T {
  let asked = 0;
  return () => {
    asked += 1;
    return asked === 1 ? first : later;
  };
}

/** A record whose one field is a getter. */
function gettering(key: string, first: unknown, later: unknown): object {
  const get = moody(first, later);
  return Object.defineProperty({}, key, { get, enumerable: true, configurable: true });
}

/** A proxy of a record or list whose one field changes each time it is looked at. */
function proxying(key: string, first: unknown, later: unknown, of: object = {}): object {
  const answer = moody(first, later);
  return new Proxy(Object.assign(of, { [key]: first }), {
    get: (_, asked) => (asked === 'then' ? undefined : later),
    getOwnPropertyDescriptor(target, asked) {
      const { value: _, ...own } = Reflect.getOwnPropertyDescriptor(target, asked) ?? {};
      return { ...own, value: asked === key ? answer() : Reflect.get(target, asked) };
    },
  });
}

/** A proxy whose list of keys grows. */
function keyChanging(): object {
  const keys = moody<string[]>(['text'], ['text', 'bcc']);
  return new Proxy({ text: 'milk', bcc: 'attacker@evil.com' } as object, { ownKeys: keys });
}

/** A record with a field called `then`, without writing one. */
function withThen(then: unknown): object {
  return Object.fromEntries([['then', then]]);
}

type Take = (value: unknown) => void;

function outputOf(result: RunResult): Json {
  return result.output === null ? null : declassify(result.output, { reason: 'compared' });
}

function stepWith(args: object): object {
  return { steps: [{ kind: 'tool', id: 'n', tool: 'note', args }], final: 'n' };
}

describe('a plan', () => {
  test.each([
    ['a getter for an argument', () => stepWith(gettering('text', 'milk', 'evil'))],
    [
      'a getter for the tool',
      () => ({
        steps: [
          Object.assign(gettering('tool', 'note', 'evil'), { kind: 'tool', id: 'n', args: {} }),
        ],
        final: 'n',
      }),
    ],
    ['a getter for the steps', () => Object.assign(gettering('steps', [], []), { final: 'n' })],
    ['a `toJSON`', () => ({ ...stepWith({ text: 'milk' }), toJSON: () => ({}) })],
    ['an inherited argument', () => stepWith(Object.create({ text: 'milk' }) as object)],
    [
      'a class for arguments',
      () =>
        stepWith(
          new (class Args {
            readonly text = 'milk';
          })(),
        ),
    ],
  ])('with %s is rejected', async (_, make) => {
    const given = makeNotebook();
    expect((await given.kernel.run('Note.', { plan: make() })).status).toBe('rejected');
    const planned = makeNotebook({ planner: { plan: async () => make() } });
    expect((await planned.kernel.run('Note.')).status).toBe('rejected');
    expect([...given.notes(), ...planned.notes()]).toEqual([]);
  });

  test.each([
    ['a proxy for arguments', () => stepWith(proxying('text', 'milk', 'evil'))],
    [
      'a proxy for the list of steps',
      () => {
        const step = (text: string): object => ({
          kind: 'tool',
          id: 'n',
          tool: 'note',
          args: { text },
        });
        return { steps: proxying('0', step('milk'), step('evil'), []), final: 'n' };
      },
    ],
    ['keys that change', () => stepWith(keyChanging())],
  ])('with %s is taken by its first answer', async (_, make) => {
    const notebook = makeNotebook();
    const result = await notebook.kernel.run('Note.', { plan: make() });
    expect(result.status).toBe('committed');
    expect(notebook.canaries.calls.every(({ args }) => args['text'] === 'milk')).toBe(true);
    expect(notebook.canaries.calls.every(({ args }) => !('bcc' in args))).toBe(true);
  });

  test('that is edited while it runs stays as it was verified', async () => {
    const step = (id: string, text: string) => ({ kind: 'tool', id, tool: 'note', args: { text } });
    const steps = [step('a', 'one'), step('b', 'two')];
    const edit = (): unknown => {
      for (const { args } of steps) args.text = 'evil';
      steps.push(step('c', 'three'));
      return { ok: true };
    };
    const notebook = makeNotebook({ answer: edit });
    const result = await notebook.kernel.run('Note.', { plan: { steps, final: 'b' } });
    expect(result.status).toBe('committed');
    expect(notebook.notes()).toEqual(['one', 'two']);
  });
});

describe('a fact', () => {
  test('with a getter is read once', async () => {
    const office = makeOffice();
    const readers = moody<readonly string[] | 'anyone'>(['user'], 'anyone');
    const secret = Object.defineProperty({ value: 'PIN' }, 'readers', {
      get: readers,
      enumerable: true,
    });
    const args = { to: 'bob@example.org', body: { kind: 'fact', name: 'pin' } } as const;
    const steps = [{ kind: 'tool', id: 's', tool: 'send_email', args }] as const;
    const result = await office.run('Mail bob@example.org', steps, { facts: { pin: secret } });
    expect(result.status).toBe('blocked');
    expect(office.canaries.of('send_email')).toEqual([]);
  });

  test('whose value has a getter is a fault', async () => {
    const fact = { value: gettering('a', 1, 2) as Json };
    const run = makeNotebook().note('x', { facts: { fact } });
    await expect(run).rejects.toMatchObject({ code: 'fact_malformed' });
  });
});

test("a parser's answer that changes is refused or taken by its first answer", async () => {
  const steps = [constant('c', 'content'), parse('p', ref('c'), 'words')];
  const getter = makeOffice({ parser: { parse: async () => gettering('text', 'a', 'b') } });
  expect((await getter.run('Read.', steps)).problem?.code).toBe('parse_invalid');
  const proxy = makeOffice({ parser: { parse: async () => proxying('text', 'a', 'b') } });
  expect(outputOf(await proxy.run('Read.', steps))).toEqual({ text: 'a' });
});

/** Results that are waited for in an odd way, and what the run takes them for. */
const thenables: Readonly<Record<string, readonly [() => unknown, Json | 'refused']>> = {
  'a thenable': [() => withThen((take: Take) => take({ a: 1 })), { a: 1 }],
  'a thenable that answers twice': [
    () =>
      withThen((take: Take) => {
        take({ a: 1 });
        take({ a: 2 });
      }),
    { a: 1 },
  ],
  'a thenable that answers and then throws': [
    () =>
      withThen((take: Take) => {
        take({ a: 1 });
        throw new Error('x');
      }),
    { a: 1 },
  ],
  'a thenable of a thenable': [
    () => withThen((take: Take) => take(withThen((again: Take) => again({ a: 1 })))),
    { a: 1 },
  ],
  'a `then` that is a function only the first time': [
    () => gettering('then', (take: Take) => take({ a: 1 }), 'data'),
    { a: 1 },
  ],
  'a `then` that becomes a function later': [
    () => gettering('then', 'data', (take: Take) => take({ a: 1 })),
    'refused',
  ],
  'a promise of a getter': [async () => gettering('a', 1, 2), 'refused'],
  'a proxy that changes': [() => proxying('a', 1, 2), { a: 1 }],
  'a field called `then`': [() => withThen('data'), withThen('data') as Json],
};

verifies('INV-B11', 'a result that is waited for is one value, read once', async () => {
  for (const [name, [answer, wanted]] of Object.entries(thenables)) {
    const notebook = makeNotebook({ answer, spec: { output: z.json() } });
    const result = await notebook.note();
    const got = result.problem?.code === 'result_refused' ? 'refused' : outputOf(result);
    expect({ name, got }).toEqual({ name, got: wanted });
    expect(notebook.notes()).toEqual(['milk']);
    expect(notebook.records().filter(({ kind }) => kind === 'terminal')).toHaveLength(1);
  }
});
