/** What the gate makes of its options, and what it tells of what it refuses by itself. */
import { describe, expect, test } from 'vitest';
import { Deciding } from '../../../../kernel/gate/deciding.js';
import { makeDenial, refuse } from '../../../../kernel/gate/denial.js';
import {
  assertGate,
  authorize,
  decide,
  Gate,
  type GateOptions,
  isGate,
  placeOf,
  policyOf,
  resolverOf,
} from '../../../../kernel/gate/gate.js';
import { type GateLayer, KernelFault } from '../../../../kernel/index.js';
import { codes, type PathResolver, type StageAnswer } from '../../../../schemas/index.js';
import { layerThat } from '../../../fakes/layer-that.js';
import { callOf, fromMail, inputsOf } from './gate-call.js';

const held = { version: '1', grant: ['notes.write'], declassify: [] };

function gateOf(options: Partial<GateOptions> = {}): Gate {
  return new Gate({ policy: { current: () => held }, home: null, ...options });
}

const resolver = { resolve: () => null } as unknown as PathResolver;

describe('a gate', () => {
  test('is final, frozen and known by its brand', () => {
    class Loose extends Gate {}
    expect(() => new Loose({ policy: { current: () => held }, home: null })).toThrow(
      expect.objectContaining({ code: 'final_class', message: 'Gate cannot be extended' }),
    );
    const gate = gateOf();
    expect([gate, Gate, Gate.prototype].every(Object.isFrozen)).toBe(true);
    expect([gate, null, undefined, 'gate', {}, Object.create(gate)].map(isGate)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(() => assertGate(gate)).not.toThrow();
    expect(() => assertGate({})).toThrow('not a gate of this kernel');
  });

  test('stands where its options say, and nowhere without', () => {
    expect(placeOf(gateOf())).toEqual({ agent: null, cwd: null });
    expect(placeOf(gateOf({ agent: 'a', cwd: '/work' }))).toEqual({ agent: 'a', cwd: '/work' });
    expect(resolverOf(gateOf())).toBeNull();
    expect(resolverOf(gateOf({ paths: resolver }))).toBe(resolver);
  });

  test('keeps its layers to itself: a list that changes later changes nothing', () => {
    const layers: GateLayer[] = [layerThat('judge', 'deny')];
    const gate = gateOf({ layers });
    layers.pop();
    expect(decide(gate, callOf(), inputsOf()).outcome).toBe('deny');
  });

  test('takes one layer of a stage that asks, and any number that do not', () => {
    const gather = async (): Promise<number> => 1;
    const asking = { ...layerThat('judge', 'allow'), gather };
    const quiet = layerThat('judge', 'allow');
    expect(() => gateOf({ layers: [asking, quiet, quiet] })).not.toThrow();
    const other = { ...layerThat('rules', 'allow'), gather };
    expect(() => gateOf({ layers: [asking, other] })).not.toThrow();
    expect(() => gateOf({ layers: [asking, quiet, asking] })).toThrow(
      expect.objectContaining({
        code: 'config_malformed',
        message: 'two layers of one stage have a `gather`',
      }),
    );
  });
});

describe('the policy in force', () => {
  test('is read once, and its grant is a copy unless it is frozen', () => {
    const grant = ['notes.write'];
    const read = policyOf(gateOf({ policy: { current: () => ({ ...held, grant }) } }));
    grant.push('mail.send');
    expect(read).toMatchObject({ version: '1', grant: ['notes.write'], declassify: [] });
    expect([Object.isFrozen(read.grant), read.grant === grant]).toEqual([true, false]);
    const fixed = Object.freeze(['notes.write']);
    const kept = policyOf(gateOf({ policy: { current: () => ({ ...held, grant: fixed }) } }));
    expect(kept.grant).toBe(fixed);
    const odd = Object.freeze(new Set(['notes.write'])) as unknown as readonly string[];
    const listed = policyOf(gateOf({ policy: { current: () => ({ ...held, grant: odd }) } }));
    expect(listed.grant).toEqual(['notes.write']);
  });

  test('has its version as text, and no guardrails that this kernel did not compile', () => {
    const current = () => ({ ...held, version: 7 as unknown as string });
    expect(policyOf(gateOf({ policy: { current } })).version).toBe('7');
    const forged = () => ({ ...held, guardrails: {} as never });
    expect(() => policyOf(gateOf({ policy: { current: forged } }))).toThrow(KernelFault);
  });
});

describe('a decision', () => {
  test('ends at the first refusal, unless it is asked for whole', () => {
    const call = callOf({ authority: [], args: { text: '/etc/passwd' } });
    const short = decide(gateOf(), call, inputsOf());
    expect(short.answers.map(({ stage }) => stage)).toEqual(['guard']);
    const whole = decide(gateOf(), call, inputsOf(), true);
    expect(whole.answers.slice(0, 2).map(({ stage }) => stage)).toEqual(['guard', 'capability']);
    expect([whole.outcome, whole.denial?.stage]).toEqual(['deny', 'guard']);
    expect([whole.digest, whole.canonical, whole.action]).toEqual([null, null, null]);
  });

  test('that crashes denies at the stage that crashed', () => {
    const inputs = inputsOf({ policy: { ...inputsOf().policy, grant: null as never } });
    const { outcome, denial } = decide(gateOf(), callOf(), inputs);
    expect([outcome, denial?.stage, denial?.code, denial?.reason]).toEqual([
      'deny',
      'capability',
      'layer_failed',
      'a stage threw',
    ]);
    const broken = { ...callOf(), definition: null } as never;
    expect(decide(gateOf(), broken, inputsOf()).denial?.stage).toBe('guard');
  });

  test('asks one question that the guard has twice', () => {
    const verdict = decide(
      gateOf({ layers: [layerThat('rules', 'require_user'), layerThat('rules', 'require_user')] }),
      callOf(),
      inputsOf(),
    );
    expect(verdict.outcome).toBe('require_user');
    expect(verdict.obligations).toEqual([
      { source: 'rules', rule: 'rules_asks', reason: 'always' },
    ]);
    expect(verdict.digest).toMatch(/^[0-9a-f]{64}$/);
    const frozen = [verdict, verdict.answers, verdict.obligations, verdict.pending];
    expect(frozen.every(Object.isFrozen)).toBe(true);
  });

  test('takes the canonical text of an earlier decision for the same arguments alone', () => {
    const call = callOf({ canonical: 'known' });
    expect(decide(gateOf(), call, inputsOf()).canonical).toBe('known');
    expect(decide(gateOf(), callOf(), inputsOf()).canonical).toBe('{"text":"milk"}');
    const deciding = new Deciding(false);
    const checked = { args: { ...call.args }, tree: call.tree };
    expect(deciding.canonicalise(checked, call)).toBe(true);
    expect(deciding.verdict().canonical).toBe('{"text":"milk"}');
  });

  test('says nothing of arguments that no schema has seen', () => {
    const verdict = decide(gateOf(), callOf({ authority: [] }), inputsOf());
    expect([verdict.args, verdict.tree, verdict.units, verdict.releases]).toEqual([
      null,
      null,
      [],
      [],
    ]);
    expect(verdict.denial?.reason).toBe(
      'tool `note` requires `notes.write`, which the run does not hold',
    );
    const both = callOf({ authority: [], spec: { capabilities: ['a.b', 'c.d'] } });
    const { denial } = decide(gateOf(), both, inputsOf());
    expect(denial?.remedies).toEqual([{ move: 'grant_capability', detail: '`a.b`, `c.d`' }]);
  });

  test('needs what both the grant and the session hold', () => {
    const bare = inputsOf({ policy: { ...inputsOf().policy, grant: [] } });
    expect(decide(gateOf(), callOf(), bare).denial?.code).toBe('capability_missing');
    const poor = callOf({ authority: [] });
    expect(decide(gateOf(), poor, inputsOf()).denial?.code).toBe('capability_missing');
  });
});

describe('a permit', () => {
  const denied = (code: string, stage: string, reason: string) =>
    expect.objectContaining({
      name: 'EffectDenied',
      code,
      denial: expect.objectContaining({ stage, reason }),
    });

  test('is minted on a plain allow', () => {
    const { permit, verdict } = authorize(gateOf(), callOf(), inputsOf());
    expect([permit.id, verdict.outcome]).toEqual(['permit.r.1', 'allow']);
  });

  test('is not minted where the user has yet to rule, or a stage denied', () => {
    const asked = gateOf({ layers: [layerThat('rules', 'require_user')] });
    expect(() => authorize(asked, callOf(), inputsOf())).toThrow(
      denied('approval_unavailable', 'approval', 'nobody ruled on it'),
    );
    expect(() => authorize(gateOf(), callOf({ decision: fromMail }), inputsOf())).toThrow(
      expect.objectContaining({ code: 'decision_tainted' }),
    );
  });

  test('is not minted where a layer has yet to ask', () => {
    const layers = [{ ...layerThat('judge', 'allow'), gather: async () => 1 }];
    expect(() => authorize(gateOf({ layers }), callOf(), inputsOf())).toThrow(
      denied('layer_failed', 'judge', 'the judge layer has not asked'),
    );
  });

  test('is not minted where a path has yet to be followed', () => {
    const spec = { args: { '/text': { role: 'content', names: 'path' } } } as never;
    const gate = gateOf({ paths: resolver, cwd: '/work' });
    const call = callOf({ spec, args: { text: '/work/a.txt' } });
    expect(decide(gate, call, inputsOf()).unfollowed).toEqual(['/work/a.txt']);
    expect(() => authorize(gate, call, inputsOf())).toThrow(
      denied('layer_failed', 'rules', 'the rules layer has not asked'),
    );
  });
});

describe('a denial', () => {
  test('has the mend of its code, and frozen remedies', () => {
    const remedies = [{ move: 'approve', detail: 'x' }] as const;
    const denial = makeDenial({ stage: 'judge', code: 'judge_denied', reason: 'r', remedies });
    const { mend } = codes.judge_denied;
    expect(denial).toEqual({ code: 'judge_denied', stage: 'judge', reason: 'r', mend, remedies });
    expect([denial, denial.remedies, denial.remedies[0]].every(Object.isFrozen)).toBe(true);
    const answer: StageAnswer = refuse({ stage: 'guard', code: 'guard_failed', reason: 'r' });
    expect(answer).toMatchObject({ stage: 'guard', outcome: 'deny', denial: { remedies: [] } });
    expect(Object.isFrozen(answer)).toBe(true);
  });
});
