/** What stage 3 makes of arguments, and what it tells of those that it refuses. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { schemaStage } from '../../../../kernel/gate/stages/schema.js';
import { type CallParts, callOf } from './gate-call.js';

function refused(parts: CallParts) {
  const { answer, checked } = schemaStage(callOf(parts));
  expect([answer.stage, answer.outcome, checked]).toEqual(['schema', 'deny', null]);
  return answer.outcome === 'deny' ? answer.denial : null;
}

const mend = [{ move: 'mend_arguments', detail: 'send what the input schema of the tool names' }];
const record = (input: z.ZodType): CallParts => ({ spec: { input, args: {} } });

describe('arguments that fit', () => {
  test('are the very arguments, with their labels', () => {
    const call = callOf();
    const { answer, checked } = schemaStage(call);
    expect(answer).toEqual({ stage: 'schema', outcome: 'allow' });
    expect([checked?.args === call.args, checked?.tree === call.tree]).toEqual([true, true]);
  });

  test('are what the schema made of them, where it changed them', () => {
    const call = callOf({
      ...record(z.strictObject({ text: z.string().trim() })),
      args: { text: ' a ' },
    });
    const { answer, checked } = schemaStage(call);
    expect([answer.outcome, { ...checked?.args }]).toEqual(['allow', { text: 'a' }]);
    expect(Object.isFrozen(checked?.args)).toBe(true);
  });

  test('may hold a `confirm` where the tool names one', () => {
    const input = z.strictObject({ text: z.string(), confirm: z.string() });
    const args = { text: 'a', confirm: 'yes' };
    expect(schemaStage(callOf({ ...record(input), args })).answer.outcome).toBe('allow');
  });
});

describe('arguments that do not fit', () => {
  test('are told by the place, and whether it is empty', () => {
    const wrong = refused({ args: { text: 7 } });
    expect(wrong).toMatchObject({ code: 'schema_invalid', remedies: mend });
    expect(wrong?.reason).toBe('arguments of `note` at `/text`');
    expect(refused({ args: {} })?.reason).toBe('arguments of `note` at `/text`: missing');
    expect(refused({ args: { text: 'a', more: 1 } })).toMatchObject({
      code: 'schema_unknown_key',
      remedies: mend,
    });
  });

  test('are refused where `confirm` is no boolean', () => {
    const denial = refused({ args: { text: 'a', confirm: 'yes' } });
    expect(denial).toMatchObject({ code: 'schema_invalid', remedies: mend });
    expect(denial?.reason).toBe('`confirm` of a call to `note` is a boolean');
  });
});

describe('a schema', () => {
  test('that makes no record, or no plain data, is at fault, not the arguments', () => {
    const none = refused(record(z.strictObject({ text: z.string() }).transform(() => 'x')));
    expect(none).toMatchObject({ code: 'schema_failed', remedies: [] });
    expect(none?.reason).toBe('input schema of `note` made no record');
    const odd = refused(
      record(z.strictObject({ text: z.string() }).transform(() => ({ text: () => 1 }))),
    );
    expect(odd).toMatchObject({ code: 'snapshot_refused', remedies: [] });
    expect(odd?.reason).toBe('arguments of `note`: a function');
  });

  test('that changes its own output has no last word', () => {
    const grows = z.strictObject({ text: z.string().transform((text) => `${text}!`) });
    const fails = z
      .strictObject({ text: z.string().max(4) })
      .transform(() => ({ text: 'long one' }));
    let runs = 0;
    const turns = z.strictObject({ text: z.string() }).transform(() => {
      runs += 1;
      return runs > 1 ? { text: () => 1 } : { text: 'x' };
    });
    for (const input of [grows, fails, turns]) {
      const denial = refused(record(input));
      expect(denial).toMatchObject({ code: 'schema_not_idempotent', remedies: [] });
      expect(denial?.reason).toBe('input schema of `note` changes its own output');
    }
  });

  test('that drops a key refuses the call', () => {
    const input = z.object({ text: z.string() }).transform(({ text }) => ({ text }));
    const denial = refused({ ...record(input), args: { text: 'a', bcc: 'eve' } });
    expect(denial).toMatchObject({ code: 'schema_unknown_key', remedies: mend });
    expect(denial?.reason).toBe('arguments of `note` hold a key that the schema dropped');
  });
});
