// References as small models misspell them: none may reach a tool as its own text.
import { describe, expect, test } from 'vitest';
import { holdsReference, readReference } from '../../reasoner/turn-loop/step-reference.js';
import { verifies } from '../claims/verifies.js';
import { calls, playTurn, stepsOf } from '../fakes/turns.js';

const misspelt = [
  '{{Step1}}',
  '{{STEP1.text}}',
  '{{ step 1 }}',
  '{{step_1}}',
  '{{step-1.text}}',
  '{{steps.1}}',
  '{{Fact.me}}',
  '{{ fact .me }}',
  '{{fact}}',
  '{{step}}',
  '{{\u200bstep1}}',
  '{{step\uff11}}',
  '{{"step1"}}',
  '{{$step1}}',
  '{{ steps[0].text }}',
  '{{{step1}}}',
  '{{step01}}',
];

verifies('INV-W5', 'a misspelt reference is refused, whatever was meant', async () => {
  for (const body of misspelt) {
    const script = [
      calls('read_inbox'),
      calls('send_email', { to: 'bob@example.org', body }),
      { text: 'Done.' },
    ];
    const { outcome, office } = await playTurn('Mail bob@example.org', script);
    expect(stepsOf(outcome)[1]).toEqual(['send_email', 'refused', 'turn_reference_malformed']);
    expect(office.canaries.of('send_email')).toEqual([]);
  }
});

describe('other text in braces', () => {
  test.each(['{{name}}', '{{factory}}', '{{stepper.x}}', '{step1}', 'step1', '{{ 1 }}'])(
    '%s is text',
    (given) => expect(readReference(given).kind).toBe('text'),
  );
});

test('a text of braces alone is read in no time', () => {
  const before = performance.now();
  for (const unit of ['{', '{{ ', '{{\u200b', '{{st'])
    expect(holdsReference(unit.repeat(300_000))).toBe(false);
  expect(performance.now() - before).toBeLessThan(3000);
});
