// An onlooker at a client: it says what a session would have decided, and does nothing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClientObserver, ClientOptions, ObservedDecision } from '../../hosts/index.js';
import { verifies } from '../claims/verifies.js';
import { judgeThat } from '../fakes/judge-that.js';
import { makeOffice, type Office, type OfficeOptions } from '../fakes/office.js';
import { always, rule } from '../fakes/release-rule.js';
import { seeded } from '../property/seed.js';

type Options = Omit<ClientOptions, 'principal'>;

interface Observed extends Office {
  readonly observer: ClientObserver;
  readonly see: (tool: string, args: unknown) => ObservedDecision;
}

function open(options: Options = {}, config: OfficeOptions = {}): Observed {
  const office = makeOffice(config);
  const observer = office.kernel.observeClient(options);
  return { ...office, observer, see: (tool, args) => observer.observe(tool, args).decision };
}

const toBob = { to: 'bob@example.org', body: 'See you at six.' };

const call = fc.oneof(
  fc.constantFrom<[string, unknown]>(
    ['read_inbox', {}],
    ['list_contacts', {}],
    ['send_email', toBob],
    ['send_email', { to: 'nobody' }],
    ['save_note', { text: 'a' }],
    ['fetch_url', { url: 'https://example.org/' }],
    ['no_tool', {}],
    ['save_note', 7],
  ),
  fc.tuple(fc.constantFrom('save_note', 'send_email', 'constructor'), fc.jsonValue()),
);

seeded(
  'what is seen of a call is what becomes of it in a session that was told the same',
  fc.asyncProperty(
    fc.array(call, { maxLength: 8 }),
    fc.constantFrom('never', 'until_tainted'),
    fc.constantFrom('release', 'ask', null),
    async (calls, trust, answer) => {
      const asked: string[] = [];
      const approver = {
        ask: async (request: { readonly id: string }) => {
          asked.push(request.id);
          throw new Error('nobody is there');
        },
      } as never;
      const declassify =
        answer === null ? [] : [rule(answer, always, { id: 'any', tool: 'save_note' })];
      const { kernel, observer } = open({ trust }, { declassify, ports: { approver } });
      const session = kernel.openClient({ trust });
      for (const [tool, args] of calls) {
        const before = asked.length;
        const observation = observer.observe(tool, args);
        const end = await session.call(tool, args);
        const { outcome, denial } = observation.decision;
        expect(outcome === 'require_user').toBe(asked.length > before);
        expect(outcome === 'deny').toBe(end.problem !== null && asked.length === before);
        if (outcome === 'deny') expect(end.problem?.code).toBe(denial?.code);
        if (end.value === null) continue;
        observer.overhear(observation, session.tell(end.value));
        expect(observer.told).toEqual(session.told);
      }
    },
  ),
  { claims: ['INV-V4', 'INV-V5'], runs: 300 },
);

describe('an onlooker', () => {
  verifies('INV-V4', 'runs, asks, draws and records nothing', () => {
    const { canaries, lines, see } = open(
      { trust: 'until_tainted' },
      { guardrails: { version: 1, budgets: { 'mail.send': { run: { count: 1 } } } } },
    );
    const before = lines().length;
    for (let i = 0; i < 3; i += 1) expect(see('send_email', toBob).outcome).toBe('allow');
    expect(canaries.calls).toEqual([]);
    expect(lines()).toHaveLength(before);
  });

  verifies('INV-V4', 'asks every stage, also after one that refuses', () => {
    const { see } = open({}, { grant: [] });
    const refusing = see('send_email', toBob).answers.filter(({ outcome }) => outcome === 'deny');
    expect(refusing.map(({ stage }) => stage)).toEqual(['capability', 'provenance']);
  });

  verifies('INV-V5', 'counts what the client was told, also of calls that would be refused', () => {
    const { observer, see } = open({ trust: 'until_tainted' }, { grant: ['mail.send'] });
    expect(see('send_email', toBob).outcome).toBe('allow');
    const read = observer.observe('read_inbox', {});
    expect(read.decision.denial?.code).toBe('capability_missing');
    observer.overhear(read, []);
    expect(observer.told?.sources).toContain('tool:read_inbox');
    expect(see('send_email', toBob).denial?.code).toBe('critical_untrusted');
  });

  verifies('INV-V5', 'counts a failure, a misfit and what nobody knows as read by nobody', () => {
    const told = (how: (observer: ClientObserver) => void) => {
      const { observer } = open({ trust: 'until_tainted' });
      how(observer);
      return observer.told?.readers;
    };
    expect(told((one) => one.overhearFailure(one.observe('read_inbox', {})))).toEqual([]);
    expect(told((one) => one.overhear(one.observe('read_inbox', {}), 'no list'))).toEqual([]);
    expect(told((one) => one.overhear(one.observe('no_tool', {}), 'words'))).toEqual([]);
    expect(told((one) => one.overhearElsewhere())).toEqual([]);
  });

  test('takes no observation of another one, and none that it did not make', () => {
    const { observer, kernel } = open();
    const other = kernel.observeClient().observe('read_inbox', {});
    for (const odd of [other, { decision: other.decision }, null]) {
      expect(() => observer.overhear(odd as never, [])).toThrow(
        expect.objectContaining({ code: 'config_malformed' }),
      );
      expect(() => observer.overhearFailure(odd as never)).toThrow(
        expect.objectContaining({ code: 'config_malformed' }),
      );
    }
    expect(observer.told).toBeNull();
  });

  test('says of a layer that asks a model that it would have to', () => {
    const judge = { kind: 'llm-v1', port: judgeThat(0.9) } as const;
    const { see } = open({ trust: 'until_tainted' }, { judge });
    const { pending, outcome } = see('send_email', toBob);
    expect([pending, outcome]).toEqual([['judge'], 'allow']);
  });
});
