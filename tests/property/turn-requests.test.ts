import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { ConversationRequest, ScriptedReply } from '../../reasoner/index.js';
import { calls, type OfficeTurn, playTurn } from '../fakes/turns.js';
import { seeded } from './seed.js';

const query = 'Note "hello", mail bob@example.org, fetch https://example.org/ and cancel "Paris"';

const reference = fc
  .tuple(
    fc.constantFrom('step1', 'step2', 'step3'),
    fc.constantFrom('', '.0', '.0.body', '.id', '.nothing'),
  )
  .map(([step, path]) => `{{${step}${path}}}`);
const value = fc.oneof(
  reference,
  fc.constantFrom('hello', 'bob@example.org', 'x {{step1}}', 'Paris'),
);

/** What a planner might try, sensible or not. */
const anyCall: fc.Arbitrary<ScriptedReply> = fc.oneof(
  fc.constantFrom('read_inbox', 'list_contacts', 'find_bookings').map((name) => calls(name)),
  value.map((text) => calls('save_note', { text })),
  fc.tuple(value, value).map(([to, body]) => calls('send_email', { to, body })),
  value.map((url) => calls('web_fetch', { url })),
  reference.map((source) => calls('parse', { source, schema: 'words', instruction: 'Read it.' })),
  fc
    .tuple(reference, value)
    .map(([list, equals]) => calls('pick', { list, field: 'from', equals })),
  reference.map((source) => calls('answer', { value: source })),
  value.map((text) => ({ text })),
);

const CANARY = 'c4n4ry';
/** Texts of one size bucket that say anything. */
const body = fc.string({ minLength: 1, maxLength: 200 }).map((text) => `${CANARY}${text}`);

interface Told {
  readonly turn: OfficeTurn;
  readonly requests: readonly Omit<ConversationRequest, 'signal'>[];
}

async function tell(script: readonly ScriptedReply[], text: string): Promise<Told> {
  const answers = {
    read_inbox: () => [{ id: 'm1', from: text, body: text }],
    web_fetch: () => ({ page: text }),
    list_contacts: () => [{ name: text, email: text }],
  };
  const parser = { parse: async () => ({ text }) };
  const options = { caps: { steps: 6, sameTool: 3 } };
  const replies = [...script, ...Array.from({ length: 6 }, () => 'Done.')];
  const turn = await playTurn(query, replies, { options, config: { answers, parser } });
  const requests = turn.model.seen.map(({ signal: _, ...request }) => request);
  return { turn, requests };
}

const shownOf = ({ turn }: Told) =>
  turn.outcome.steps.map(({ status, code, size }) => [status, code, size]);

describe('what a model of a turn is sent', () => {
  seeded(
    'depends on contents through the words of handles alone',
    fc.asyncProperty(
      fc.array(anyCall, { minLength: 1, maxLength: 5 }),
      body,
      body,
      async (script, a, b) => {
        const [one, other] = [await tell(script, a), await tell(script, b)];
        const texts = JSON.stringify([one.requests, other.requests]);
        expect(texts).not.toContain(CANARY);
        // Where a handle says something else, the turns part there.
        const [x, y] = [shownOf(one), shownOf(other)];
        let same = 0;
        while (same < x.length && JSON.stringify(x[same]) === JSON.stringify(y[same])) same += 1;
        const until = Math.min(same + 1, one.requests.length, other.requests.length);
        expect(one.requests.slice(0, until)).toEqual(other.requests.slice(0, until));
      },
    ),
    { claims: ['INV-W4'], runs: 150 },
  );

  seeded(
    'lets out no more than the plans allow: no mail to anybody but whom the user named',
    fc.asyncProperty(
      fc.array(anyCall, { minLength: 1, maxLength: 5 }),
      body,
      async (script, text) => {
        const { turn } = await tell(script, text);
        const sent = turn.office.canaries.of('send_email') as readonly {
          readonly to: string;
          readonly body: string;
        }[];
        for (const mail of sent) {
          expect(mail.to).toBe('bob@example.org');
          expect(mail.body).not.toContain(CANARY);
        }
      },
    ),
    { claims: ['INV-W5'], runs: 150 },
  );
});
