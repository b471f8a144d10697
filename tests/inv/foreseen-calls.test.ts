// What a client's host may know of a call before it is made, and when the call was written.
import { describe, expect, test } from 'vitest';
import type { GateLayer } from '../../kernel/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { asksAboutMail } from '../fakes/framework-office.js';
import { makeOffice } from '../fakes/office.js';

const toBob = { to: 'bob@example.org', body: 'See you at six.' };
const trusting = { trust: 'until_tainted' } as const;

describe('a foreseen call', () => {
  verifies('INV-X9', 'says what would be asked, and leaves nothing behind', () => {
    const approver = approverThat('allow');
    const { kernel, canaries, lines } = makeOffice({ ...asksAboutMail, ports: { approver } });
    const client = kernel.openClient();
    const asked = client.foresee('send_email', toBob);
    expect([asked?.tool, asked?.principal]).toEqual(['send_email', 'user:alice@example.com']);
    expect(asked?.obligations.map(({ rule }) => rule)).toContain('acts');
    expect([canaries.calls, approver.asked, lines()]).toEqual([[], [], []]);
  });

  verifies('INV-X9', 'takes nothing of what the session may still do', async () => {
    const approver = approverThat('allow');
    const limits = { maxEffects: 1 };
    const { kernel } = makeOffice({ ...asksAboutMail, limits, ports: { approver } });
    const client = kernel.openClient();
    client.foresee('send_email', toBob);
    client.foresee('send_email', toBob);
    expect((await client.call('send_email', toBob)).status).toBe('committed');
  });

  test('is asked about in the same words when it is made', async () => {
    const approver = approverThat('allow');
    const { kernel } = makeOffice({ ...asksAboutMail, ports: { approver } });
    const client = kernel.openClient();
    const asked = client.foresee('send_email', toBob);
    await client.call('send_email', toBob);
    const { args, labels, definition, policy, obligations } = approver.asked[0] ?? {};
    expect(asked).toMatchObject({ args, labels, definition, policy, obligations });
  });

  test.each([
    ['that goes on', 'send_email', toBob],
    ['of no tool', 'nothing', {}],
    ['of an inherited name', '__proto__', {}],
    ['with arguments that are none', 'send_email', 'x'],
    ['that does not fit', 'send_email', { to: 1 }],
  ])('%s is asked about nowhere', (_, tool, args) => {
    const { kernel } = makeOffice(asksAboutMail);
    const client = makeOffice().kernel.openClient(trusting);
    expect(client.foresee(tool, args)).toBeNull();
    if (tool !== 'send_email' || args !== toBob)
      expect(kernel.openClient().foresee(tool, args)).toBeNull();
  });

  test('that is refused, or that a layer has to look at outside, is asked about nowhere', () => {
    const refusing = makeOffice().kernel.openClient();
    expect(refusing.foresee('send_email', toBob)).toBeNull();
    const answer = () => ({ stage: 'review', outcome: 'allow' }) as const;
    const layer: GateLayer = { stage: 'review', answer, gather: async () => 1 };
    const { kernel } = makeOffice({ ...asksAboutMail, layers: [layer] });
    expect(kernel.openClient().foresee('send_email', toBob)).toBeNull();
  });
});

describe('a moment', () => {
  verifies('INV-X4', 'is what the client knew, whatever it was told since', async () => {
    const { kernel, canaries } = makeOffice();
    const client = kernel.openClient(trusting);
    const { moment } = client;
    client.tell((await client.call('read_inbox', {})).value ?? '');
    const late = await client.call('send_email', toBob, null, moment);
    expect([late.status, canaries.of('send_email')]).toEqual(['committed', [toBob]]);
    expect((await client.call('send_email', toBob)).problem?.code).toBe('critical_untrusted');
  });

  verifies('INV-X5', 'of another session is none', async () => {
    const { kernel, canaries } = makeOffice();
    const [one, other] = [kernel.openClient(trusting), kernel.openClient(trusting)];
    for (const moment of [other.moment, { ...one.moment }, null as never])
      await expect(one.call('send_email', toBob, null, moment)).rejects.toMatchObject({
        code: 'config_malformed',
      });
    expect(() => one.foresee('send_email', toBob, other.moment)).toThrow('another session');
    expect(canaries.calls).toEqual([]);
  });
});

verifies('INV-X3', 'a client that read something elsewhere is trusted no more', async () => {
  const { kernel, canaries } = makeOffice();
  const client = kernel.openClient(trusting);
  client.distrust();
  expect((await client.call('send_email', toBob)).problem?.code).toBe('critical_untrusted');
  expect(client.told?.sources).toEqual(['client']);
  expect(canaries.calls).toEqual([]);
});
