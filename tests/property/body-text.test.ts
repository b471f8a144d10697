/** Records written by hand against what JSON.stringify writes of the same data, in ASCII. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { bodyText } from '../../kernel/audit/body-text.js';
import { type AuditBody, makeLabel, reviewReasons } from '../../schemas/index.js';
import { seeded } from './seed.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('/to', '"', '\\', 'a\nb'),
);
const label = fc
  .record({
    sources: fc.array(text, { minLength: 1, maxLength: 3 }),
    control: fc.array(text, { maxLength: 2 }),
    readers: fc.oneof(fc.constant('anyone' as const), fc.array(text, { maxLength: 2 })),
    subjects: fc.array(text, { maxLength: 2 }),
  })
  .map(makeLabel);
const judgement = fc.oneof(
  fc.record({
    kind: fc.constantFrom('rule-based-v1', 'safe-verb-shortcut'),
    score: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
    threshold: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
  }),
  fc.record({
    kind: fc.constant('llm-v1'),
    score: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
    threshold: fc.constant(0.5),
    degraded: fc.boolean(),
    judgeModelEqualsPlanner: fc.boolean(),
  }),
);
const answer = fc.oneof(
  fc.record({
    stage: fc.constantFrom('guard', 'capability', 'schema', 'provenance'),
    outcome: fc.constantFrom('allow', 'require_user'),
  }),
  fc.record({ stage: fc.constant('judge'), outcome: fc.constant('allow'), judgement }),
  fc.record({
    stage: fc.constant('review'),
    outcome: fc.constantFrom('allow', 'require_user'),
    review: fc.constantFrom(...reviewReasons),
  }),
);
const data = fc.record(
  {
    step: text,
    tool: text,
    definition: text,
    args: text,
    idempotency: text,
    labels: fc.dictionary(text, label, { maxKeys: 3 }),
    answers: fc.array(answer, { maxLength: 4 }),
    policy: text,
  },
  { requiredKeys: ['step', 'tool', 'definition', 'args', 'labels', 'answers', 'policy'] },
);

/** The same JSON without a character that is no printable ASCII, one code unit after another. */
function plainJson(value: unknown): string {
  const text = JSON.stringify(value);
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
    .map((code) =>
      code >= 0x20 && code <= 0x7e
        ? String.fromCharCode(code)
        : `\\u${code.toString(16).padStart(4, '0')}`,
    )
    .join('');
}

seeded(
  'an admission reads as JSON.stringify would write it',
  fc.property(data, (given) => {
    const body = { kind: 'admission', data: given } as AuditBody;
    expect(bodyText(body)).toBe(plainJson(given));
  }),
);

seeded(
  'a terminal record reads as JSON.stringify would write it',
  fc.property(
    fc.record({
      outcome: fc.constantFrom('committed', 'failed', 'uncertain', 'withdrawn'),
      output: fc.constantFrom('valid', 'invalid', null),
      code: fc.oneof(text, fc.constant(null)),
      result: fc.oneof(text, fc.constant(null)),
    }),
    (given) => {
      const body = { kind: 'terminal', data: given } as unknown as AuditBody;
      expect(bodyText(body)).toBe(plainJson(given));
    },
  ),
);
