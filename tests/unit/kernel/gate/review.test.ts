/** What a reviewer is told of a call, which answer of it counts, and which call is one for it. */
import { describe, expect, test } from 'vitest';
import type { EffectCall } from '../../../../kernel/gate/call.js';
import { reviewReasonOf, reviewSentences } from '../../../../kernel/gate/review-answer.js';
import { makeReviewLayer } from '../../../../kernel/gate/review-layer.js';
import { reviewRequest } from '../../../../kernel/gate/review-request.js';
import type { GateLayer } from '../../../../kernel/index.js';
import { type Json, makeLabel, REDACTED, reviewReasons } from '../../../../schemas/index.js';
import { reviewerThat } from '../../../fakes/reviewer-that.js';
import { callOf, fromMail, inputsOf } from './gate-call.js';

function requestOf(call: EffectCall, scrub = (text: string): string => text, more = {}) {
  const about = { policy: '7', agent: 'a', action: null, ...more };
  return reviewRequest({ call, checked: { args: call.args, tree: call.tree }, about, scrub });
}

describe('a request', () => {
  test('names the call, the tool, the run and the policy, and tells no value undeclared', () => {
    const call = callOf({ spec: { timeoutMs: 500 } });
    const request = requestOf(call);
    expect(request).toEqual({
      schemaVersion: 1,
      action: 'r.1',
      run: 'r',
      principal: 'user:alice@example.com',
      agent: 'a',
      tool: 'note',
      args: { text: REDACTED },
      argsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      timeoutMs: 500,
      classes: ['workspaceMutation'],
      purpose: 'Note "milk".',
      policyVersion: '7',
    });
    expect([Object.isFrozen(request), requestOf(callOf()).timeoutMs]).toEqual([true, null]);
    const action = { classes: ['fileDelete'] };
    expect(requestOf(call, undefined, { action }).classes).toEqual(['fileDelete']);
  });

  test('says what it is done for, scrubbed and cut, unless content decided on it', () => {
    const purpose = (parts: object, scrub?: (text: string) => string): string =>
      requestOf(callOf(parts), scrub).purpose;
    expect(purpose({}, (text) => text.replace('milk', '-'))).toBe('Note "-".');
    expect(purpose({}, () => 7 as never)).toBe(REDACTED);
    expect(purpose({ decision: fromMail })).toBe(REDACTED);
    const chosen = makeLabel({ sources: ['user'], control: ['q_parse'], readers: [] });
    expect(purpose({ decision: chosen })).toBe(REDACTED);
    expect(purpose({ intent: 'x'.repeat(300) })).toBe('x'.repeat(256));
    expect(purpose({ intent: `${'x'.repeat(255)}😀y` })).toBe('x'.repeat(255));
    expect(purpose({ intent: `${'x'.repeat(254)}😀y` })).toBe(`${'x'.repeat(254)}😀`);
    expect(purpose({ intent: '😀x' })).toBe('😀x');
  });
});

describe('an answer', () => {
  const good = {
    schemaVersion: 1,
    decision: 'allow',
    reasonCode: 'safe_operation',
    summary: 'x',
    policyVersion: '7',
  };

  test('counts where every part of it is right', () => {
    expect(reviewReasonOf(good, '7')).toBe('safe_operation');
    expect(reviewReasonOf({ ...good, summary: 'x'.repeat(256) }, '7')).toBe('safe_operation');
    for (const reasonCode of reviewReasons) {
      const decision = reasonCode === 'safe_operation' ? 'allow' : 'require_user';
      expect(reviewReasonOf({ ...good, reasonCode, decision }, '7')).toBe(reasonCode);
      expect(reviewSentences[reasonCode]).toMatch(/^(a|no|the|it) .+/);
    }
    expect(Object.isFrozen(reviewSentences)).toBe(true);
  });

  const bad: readonly (Json | undefined)[] = [
    undefined,
    null,
    'allow',
    [good],
    {},
    { ...good, more: 1 },
    { ...good, schemaVersion: 2 },
    { ...good, policyVersion: '8' },
    { ...good, summary: 7 },
    { ...good, summary: 'x'.repeat(257) },
    { ...good, reasonCode: 7, decision: 'require_user' },
    { ...good, reasonCode: ['destructive_change'], decision: 'require_user' },
    { ...good, reasonCode: 'toString', decision: 'require_user' },
    { ...good, decision: 'require_user' },
    { ...good, reasonCode: 'destructive_change' },
    { ...good, reasonCode: 'destructive_change', decision: 'deny' },
  ];

  test.each(bad.map((given) => [JSON.stringify(given), given]))('%s is none', (_, given) => {
    expect(reviewReasonOf(given, '7')).toBe('reviewer_failed');
  });
});

describe('the layer', () => {
  const allowed = { outcome: 'allow', action: null } as const;
  const ask = (layer: GateLayer, call: EffectCall, soFar: object = allowed) => {
    const inputs = inputsOf();
    return layer.answer(call, { args: call.args, tree: call.tree }, inputs, soFar as never);
  };
  const needs = (layer: GateLayer, call: EffectCall, soFar: object = allowed) =>
    layer.needs?.(call, { args: call.args, tree: call.tree }, soFar as never);
  const unasked = { stage: 'review', outcome: 'allow' };

  test('asks in its own name, with the sentence of the reason', () => {
    const answer = ask(makeReviewLayer(), callOf());
    const rule = 'reviewer_unavailable';
    const obligations = [{ source: 'review', rule, reason: reviewSentences[rule] }];
    expect(answer).toEqual({
      stage: 'review',
      outcome: 'require_user',
      obligations,
      review: rule,
    });
    const asked = answer.outcome === 'require_user' ? answer.obligations : [];
    expect([answer, asked, asked[0]].every(Object.isFrozen)).toBe(true);
    expect(ask(makeReviewLayer({ port: reviewerThat('safe_operation') }), callOf())).toMatchObject({
      review: 'reviewer_failed',
    });
  });

  test('looks at what sends or changes something and is allowed so far', () => {
    const layer = makeReviewLayer({ port: reviewerThat('safe_operation') });
    const read = callOf({ spec: { effect: 'read', sink: undefined, classes: undefined } });
    const acting = { outcome: 'allow', action: { classes: ['fileDelete'] } };
    const idle = { outcome: 'allow', action: { classes: [] } };
    const mutating = callOf({ spec: { effect: 'read', mutates: true, sink: undefined } });
    for (const [call, soFar, looks] of [
      [callOf(), allowed, true],
      [mutating, allowed, true],
      [read, acting, true],
      [read, allowed, false],
      [read, idle, false],
      [callOf(), { outcome: 'require_user', action: null }, false],
      [callOf(), { outcome: 'deny', action: null }, false],
    ] as const) {
      expect(needs(layer, call, soFar)).toBe(looks);
      if (!looks) expect(ask(layer, call, soFar)).toEqual(unasked);
      else expect(ask(layer, call, soFar)).toMatchObject({ outcome: 'require_user' });
    }
  });

  test('asks the user, and no model, where an argument is kept from reviewers', () => {
    const layer = makeReviewLayer({ port: reviewerThat('safe_operation') });
    const kept = { role: 'content', review: 'require_user' } as const;
    const here = callOf({ spec: { args: { '/text': kept } } });
    expect(ask(layer, here)).toMatchObject({ review: 'sensitive_argument' });
    expect(needs(layer, here)).toBe(false);
    const whole = callOf({ spec: { args: { '': kept } }, args: {} });
    expect(needs(layer, whole)).toBe(false);
    const other = { '/text': { role: 'content', review: 'include' } } as const;
    expect(needs(layer, callOf({ spec: { args: other } }))).toBe(true);
  });

  test('tells the words of the user as they are, where nothing is to be taken out', async () => {
    const port = reviewerThat('safe_operation');
    const call = callOf();
    const about = { policy: '7', agent: null, action: null };
    const { args, tree } = call;
    await makeReviewLayer({ port }).gather?.(call, { args, tree }, {} as never, about);
    expect(port.asked).toMatchObject([{ purpose: 'Note "milk".' }]);
  });

  test('is frozen, and takes no port that does not review and no scrub that is no function', () => {
    const port = reviewerThat('safe_operation');
    for (const layer of [makeReviewLayer(), makeReviewLayer({ port })])
      expect([layer.stage, Object.isFrozen(layer)]).toEqual(['review', true]);
    expect(makeReviewLayer().gather).toBeUndefined();
    const fault = (message: string) =>
      expect.objectContaining({ code: 'config_malformed', message });
    expect(() => makeReviewLayer({ port: {} as never })).toThrow(
      fault('`port` of the reviewer has no `review`'),
    );
    expect(() => makeReviewLayer({ scrub: 'x' as never })).toThrow(
      fault('`scrub` of the reviewer is no function'),
    );
  });
});
