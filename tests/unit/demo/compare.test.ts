import { expect, test } from 'vitest';
import { differences } from '../../../demo/compare.js';
import type { Outcome } from '../../../demo/outcome.js';
import { honestPlan, honestSteps } from '../../../demo/scenarios/honest-plan.js';
import type { Expectation } from '../../../demo/story.js';
import { planSchema } from '../../../schemas/index.js';

const USER = 'alice@example.com';
const outcome: Outcome = {
  name: 'summary',
  status: 'committed',
  code: null,
  mend: null,
  plan: planSchema.parse(honestPlan).steps,
  digest: null,
  innerPlans: [],
  decisions: [],
  delivered: [{ to: USER, subject: 'Your inbox', text: 'two mails' }],
  requested: ['https://a.example/'],
  audit: { records: 2, head: '', intact: true },
};
const expected: Expectation = {
  status: 'committed',
  code: null,
  delivered: [{ to: USER, subject: 'Your inbox', holds: 'two' }],
  requested: ['https://a.example/'],
  plan: honestPlan,
};

test('an outcome as claimed has no difference', () => {
  expect(differences(expected, outcome)).toEqual([]);
});

test('what a claim leaves open may be anything', () => {
  const open: Expectation = { ...expected, delivered: [{ to: USER }] };
  expect(differences(open, outcome)).toEqual([]);
});

const tampered: readonly (readonly [string, Partial<Expectation>])[] = [
  ['the status is committed, not blocked', { status: 'blocked' }],
  ['the code is none, not cancelled', { code: 'cancelled' }],
  [`a mail to ${USER} arrived as well`, { delivered: [] }],
  ['no mail to b@b.example arrived', { delivered: [{ to: USER }, { to: 'b@b.example' }] }],
  [`mail 1: it went to ${USER}, not to b@b.example`, { delivered: [{ to: 'b@b.example' }] }],
  ['mail 1: another subject', { delivered: [{ to: USER, subject: 'No' }] }],
  ['mail 1: its text does not hold six', { delivered: [{ to: USER, holds: 'six' }] }],
  ['the web was asked for https://a.example/, not for nothing', { requested: [] }],
  [
    'the plan that was followed is another one',
    { plan: { steps: [honestSteps.inbox], final: 'inbox' } },
  ],
];

test.each(tampered)('a tampered claim is found: %s', (difference, claim) => {
  expect(differences({ ...expected, ...claim }, outcome)).toEqual([difference]);
});

test('a chain that does not verify is a difference', () => {
  const broken = { ...outcome, audit: { ...outcome.audit, intact: false } };
  expect(differences(expected, broken)).toEqual(['the audit chain does not verify']);
});

test('a web request that nobody claimed is a difference', () => {
  const { requested: _, ...silent } = expected;
  expect(differences(silent, outcome)).toHaveLength(1);
});
