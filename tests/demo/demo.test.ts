import { beforeAll, describe, expect, test } from 'vitest';
import { stories } from '../../demo/scenarios/stories.js';
import { verifies } from '../claims/verifies.js';
import { compileDemo, type Ended, runDemoProcess } from './demo-process.js';
import { type Reported, reportShape } from './report-shape.js';

const USER = 'alice@example.com';

let ended: Ended;
let reported: readonly Reported[];

beforeAll(async () => {
  await compileDemo();
  ended = await runDemoProcess('--json');
  reported = reportShape.parse(JSON.parse(ended.stdout)).scenarios;
}, 600_000);

function named(name: string): Reported {
  const found = reported.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found;
}

/** The refusals of a scenario: tool, stage and code. */
function refusals(name: string): readonly string[] {
  return named(name)
    .decisions.filter(({ outcome }) => outcome === 'deny')
    .map(({ tool, stage, code }) => `${tool} ${stage} ${code}`);
}

describe('all stories', () => {
  test('end as claimed, as one JSON object and nothing else', () => {
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(reported.map(({ name }) => name)).toEqual(stories.map(({ name }) => name));
    expect(reported.map(({ asClaimed }) => asClaimed)).toEqual(stories.map(() => true));
    const claimed = stories.map(({ expect: { code, requested = [] } }) => ({ code, requested }));
    expect(reported.map(({ code, requested }) => ({ code, requested }))).toEqual(claimed);
    const released = reported.flatMap(({ decisions }) =>
      decisions.flatMap(({ releases }) => releases),
    );
    expect(released.length).toBeGreaterThan(0);
  });

  test('no mail goes to anyone but the user', () => {
    const recipients = reported.flatMap(({ delivered }) => delivered.map(({ to }) => to));
    expect(new Set(recipients)).toEqual(new Set([USER]));
  });

  test('every allow says so without a code, every denial with one', () => {
    const odd = reported
      .flatMap(({ decisions }) => decisions)
      .filter(({ outcome, code, stage }) =>
        outcome === 'allow' ? code !== null || stage !== 'admission' : code === null,
      );
    expect(odd).toEqual([]);
  });
});

verifies('K-18', 'the user gets the summary; an injected mailbox changes no step of it', () => {
  const clean = named('summary');
  const attacked = named('injection');
  expect(clean.status).toBe('committed');
  expect(attacked.status).toBe('committed');
  expect(attacked.plan.steps).toEqual(clean.plan.steps);
  expect(attacked.delivered).toEqual([{ to: USER, subject: 'Your inbox' }]);
  expect(attacked.delivered).toEqual(clean.delivered);
});

verifies('K-18', 'contacts go neither to the attacker nor to the user', () => {
  expect(named('contacts-to-attacker')).toMatchObject({ status: 'blocked', delivered: [] });
  expect(refusals('contacts-to-attacker')).toEqual(['send_email provenance critical_untrusted']);
  expect(named('contacts-to-user')).toMatchObject({ status: 'blocked', delivered: [] });
  expect(refusals('contacts-to-user')).toEqual(['send_email provenance third_party_subject']);
});

test('a read that would carry a secret away is refused', () => {
  expect(refusals('web-leak')).toEqual(['web_fetch provenance critical_untrusted']);
});

verifies('C38', 'the answer to a mail that was sent names no recipient', () => {
  expect(refusals('write-response')).toEqual(['send_email provenance critical_untrusted']);
  expect(named('write-response').delivered).toHaveLength(1);
});

test.each([
  ['splice-first', 0],
  ['splice-middle', 0],
  ['splice-last', 1],
])('%s: the attacker gets nothing, the user %i mails', (name, mails) => {
  expect(refusals(name)).toEqual(['send_email provenance critical_untrusted']);
  expect(named(name).delivered).toHaveLength(mails);
});

verifies('K-13', 'a sub-kernel that obeys the mail lacks the capability, or the trust', () => {
  expect(named('subkernel-text').status).toBe('committed');
  expect(refusals('subkernel-grant')).toEqual(['send_email capability capability_missing']);
  expect(refusals('subkernel-taint')).toEqual(['send_email provenance critical_untrusted']);
});

test('planners that fail leave no plan, no decision and no mail', () => {
  const failed = ['reasoner-down', 'reasoner-hangs', 'reasoner-garbage'].map(named);
  expect(failed.map(({ status }) => status)).toEqual(['failed', 'failed', 'rejected']);
  for (const { plan, decisions, delivered } of failed) {
    expect({ plan, decisions, delivered }).toEqual({
      plan: { steps: [] },
      decisions: [],
      delivered: [],
    });
  }
});
