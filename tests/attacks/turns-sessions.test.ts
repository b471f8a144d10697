// Family W: hosts, models and watchers that use a session at the wrong moment or with odd objects.
import { describe, expect, test } from 'vitest';
import { declassify, type Kernel, memoryAuditSink } from '../../hosts/index.js';
import type { FragmentReport, Step, TurnAnswer } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice, type Office, type OfficeOptions } from '../fakes/office.js';
import { call, merge, parallel, planOf, ref } from '../fakes/plan-steps.js';

type Opened = Awaited<ReturnType<Kernel['open']>>;

const query = 'Say "hello" and ask bob@example.org';
const note = (id: string, text = 'hello') => call(id, 'save_note', { text });

async function open(
  options: OfficeOptions = {},
): Promise<{ readonly office: Office; readonly session: Opened }> {
  const office = makeOffice(options);
  return { office, session: await office.kernel.open(query) };
}

const take = (session: Opened, ...steps: readonly Step[]): Promise<FragmentReport> =>
  session.take(planOf(...steps));

const codeOfError = (error: { readonly code?: unknown }): unknown => error.code ?? String(error);

const codeOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'none', codeOfError);

describe('a session at the wrong moment', () => {
  verifies('INV-W2', 'takes nothing while a model is asked, nor from that model', async () => {
    const { office, session } = await open();
    const codes: unknown[] = [];
    await session.ask(async () => {
      codes.push(await codeOf(take(session, note('a'))));
      codes.push(await codeOf(session.ask(async () => null)));
      codes.push(await codeOf(session.end(null)));
      return null;
    });
    expect(codes).toEqual(['session_busy', 'session_busy', 'session_busy']);
    expect(office.canaries.calls).toEqual([]);
  });

  verifies('INV-W2', 'takes nothing from a watcher that is told of its own step', async () => {
    const codes: unknown[] = [];
    const held: { session?: Opened } = {};
    const office = makeOffice();
    held.session = await office.kernel.open(query, {
      watch: (event) => {
        if (event.kind !== 'effect_started') return;
        void codeOf(held.session?.take(planOf(note('w'))) ?? Promise.resolve()).then((code) =>
          codes.push(code),
        );
      },
    });
    await take(held.session, note('a'), note('b'));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(codes.every((code) => code === 'session_busy' || code === 'reentrant_run')).toBe(true);
    expect(codes).toHaveLength(2);
    expect(office.canaries.of('save_note')).toHaveLength(2);
  });

  verifies('INV-W2', 'two takes at once run one fragment', async () => {
    const { office, session } = await open();
    const both = await Promise.all([
      codeOf(take(session, note('a'))),
      codeOf(take(session, note('b'))),
    ]);
    expect(both).toEqual(['none', 'session_busy']);
    expect(office.canaries.of('save_note')).toHaveLength(1);
  });

  verifies('INV-W3', 'a model that goes on after its time has nothing to go on with', async () => {
    const { office, session } = await open({ limits: { reasonerTimeoutMs: 10 } });
    let late: Promise<unknown> = Promise.resolve();
    const asked = await session.ask(() => {
      late = new Promise((resolve) => setTimeout(resolve, 40)).then(() =>
        codeOf(take(session, note('late'))),
      );
      return late;
    });
    expect(asked).toMatchObject({ ok: false, code: 'reasoner_timeout', isOver: false });
    await session.end(null);
    expect(await late).toBe('session_over');
    expect(office.canaries.calls).toEqual([]);
  });
});

describe('odd objects', () => {
  verifies('INV-W2', 'a fragment is read once, before anything runs', async () => {
    const { office, session } = await open();
    const steps = [note('a', 'hello')] as Step[];
    const work = session.take({ steps, final: 'a' });
    steps.push(note('b'));
    Object.assign(steps[0] as object, { tool: 'ring_alarm', args: {} });
    expect((await work).status).toBe('done');
    expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['save_note']);
  });

  test.each([
    [
      'a getter',
      {
        get steps() {
          return [note('a')];
        },
        final: 'a',
      },
    ],
    [
      'a proxy',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('x');
          },
          ownKeys: () => {
            throw new Error('y');
          },
        },
      ),
    ],
    // biome-ignore lint/suspicious/noThenProperty: that is the attack.
    ['a thenable', { then: (go: (plan: unknown) => void) => go(planOf(note('a'))) }],
    ['a function', () => planOf(note('a'))],
    ['nothing', undefined],
    ['a lone surrogate', planOf(note('a', '\ud800'))],
    ['an array', [planOf(note('a'))]],
  ])('%s is no fragment, and the session goes on', async (_, fragment) => {
    const { office, session } = await open();
    expect((await session.take(fragment)).status).toBe('rejected');
    expect(office.canaries.calls).toEqual([]);
    expect((await take(session, note('b'))).status).toBe('done');
  });

  const answers: readonly (readonly [string, unknown])[] = [
    ['a kind that there is not', { kind: 'steps', text: 'x' }],
    ['no kind', {}],
    ['nothing', undefined],
    ['a text', 'hello'],
    ['a step without a value', { kind: 'value', ref: ref('nope') }],
    ['a fact', { kind: 'value', ref: { kind: 'fact', name: 'me' } }],
    ['an item', { kind: 'value', ref: { kind: 'each' } }],
    ['a path that is none', { kind: 'value', ref: { kind: 'ref', ref: 'a', path: 7 } }],
    ['a reserved path', { kind: 'value', ref: ref('a', '__proto__.x') }],
    ['an object as text', { kind: 'text', text: { toString: () => 'hello' } }],
    [
      'a proxy',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('x');
          },
        },
      ),
    ],
  ];
  test.each(answers)('%s is no answer: the run ends without one', async (_, answer) => {
    const { session } = await open();
    await take(session, note('a'));
    const result = await session.end(answer as TurnAnswer);
    expect([result.output, result.status === 'committed']).toEqual([null, false]);
    expect(result.problem).not.toBeNull();
  });

  verifies('INV-P7', 'an answer whose reference changes is labelled as what it is', async () => {
    const { session } = await open();
    await take(session, call('inbox', 'read_inbox'));
    await take(session, note('a'));
    let reads = 0;
    const shifting = {
      kind: 'ref',
      get ref() {
        reads += 1;
        return reads % 2 === 1 ? 'a' : 'inbox';
      },
    };
    const { output } = await session.end({ kind: 'value', ref: shifting } as never);
    if (output === null) throw new Error('no answer');
    const isInbox = Array.isArray(declassify(output, { reason: 'a test' }));
    expect(output.label.sources).toContain(isInbox ? 'tool:read_inbox' : 'tool:save_note');
  });
});

describe('a fragment that ends half-way', () => {
  verifies(
    'INV-W3',
    'what waits for a ruling ends the session, whatever else was refused',
    async () => {
      const { session } = await open();
      const report = await take(
        session,
        parallel(call('x', 'web_fetch', { url: 'https://evil.example/' })),
        parallel(call('y', 'list_contacts')),
      );
      expect(report.status).toBe('denied');
      const [handle] = report.handles;
      expect(handle).toMatchObject({ step: 'x', status: 'denied' });
      // What overlapped has no value: the group ended as one.
      expect(session.value('y')).toBeNull();
      expect((await take(session, merge('z', { y: ref('y') }))).code).toBe('plan_unknown_step');
    },
  );
});

describe('an audit that fails in the middle of a session', () => {
  verifies('INV-T8', 'no effect without its admission on record, and none after that', async () => {
    let unknown = 0;
    for (let good = 1; good <= 16; good += 1) {
      const kept = memoryAuditSink();
      let left = good;
      const audit = {
        ...kept,
        append: (...given: Parameters<typeof kept.append>): void => {
          left -= 1;
          if (left < 0) throw new Error('no space left on device');
          kept.append(...given);
        },
      };
      const { office, session } = await open({ audit });
      const ends: unknown[] = [];
      for (const id of ['a', 'b', 'c'])
        ends.push(await take(session, note(id)).then(({ status }) => status, codeOfError));
      const result = await session.end({ kind: 'text', text: 'done' });
      const admitted = kept.lines().filter((line) => line.includes('"kind":"admission"')).length;
      expect(office.canaries.calls.length).toBeLessThanOrEqual(admitted);
      const failed = ends.findIndex((end) => end !== 'done');
      if (failed !== -1) expect(ends.slice(failed)).not.toContain('done');
      if (office.canaries.calls.length === ends.filter((end) => end === 'done').length) continue;
      unknown += 1;
      expect(result.status).toBe('uncertain');
    }
    expect(unknown).toBeGreaterThan(0);
  });
});
