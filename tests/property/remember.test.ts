import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import { type RememberRequest, rememberedRule } from '../../kernel/policy/remember.js';
import { isRememberRefusal } from '../../kernel/policy/remember-refusal.js';
import { type Action, type GuardrailRule, guardrailRuleSchema } from '../../schemas/index.js';
import { drawAction, drawPath, drawRef } from '../generators/bounded-action.js';
import { naiveAllows, naiveNear, naiveRestricts, naiveSibling } from '../model/naive-remember.js';
import { seeded } from './seed.js';

const HOME = '/work/a';
const NOW = 1_000_000;
const TTL = 60_000;

function drawRequest(draws: Draws): RememberRequest {
  const action = drawAction(draws);
  const isCommand = action.commands.length > 0 && draws.chance(50);
  return {
    action,
    about: isCommand
      ? { command: draws.pick(action.commands) }
      : { class: draws.pick(action.classes) },
    scope: 'workspace',
    decision: draws.pick(['allow', 'allow', 'allow', 'prompt', 'deny'] as const),
    now: NOW,
    ttlMs: TTL,
    id: 'remembered',
    home: HOME,
    ...(draws.chance(30) ? { unconstrained: true as const } : {}),
  };
}

const requests = drawn(90, drawRequest);

/** Another action: the same one, with some of what it names replaced. */
function drawOther(draws: Draws, action: Action): Action {
  const swap = (values: readonly string[], draw: (draws: Draws) => string): readonly string[] =>
    values.map((value) => {
      if (draws.chance(40)) return value;
      return draws.chance(50) ? `${value.slice(0, value.lastIndexOf('/') + 1)}new` : draw(draws);
    });
  const { paths, refs, hosts } = action;
  return {
    ...action,
    paths: paths && { ...paths, values: swap(paths.values, drawPath) },
    refs: refs && { ...refs, values: swap(refs.values, drawRef) },
    hosts: hosts && { ...hosts, values: swap(hosts.values, () => 'evil.example') },
    count: action.count === null ? null : draws.below(20),
    cents: action.cents === null ? null : draws.below(20),
  };
}

const pairs = drawn(140, (draws) => {
  const request = drawRequest(draws);
  return { request, other: drawOther(draws, request.action) };
});

function ruleOf(request: RememberRequest): GuardrailRule {
  const rule = rememberedRule(request);
  fc.pre(!isRememberRefusal(rule));
  return rule as GuardrailRule;
}

describe('a remembered rule', () => {
  seeded(
    'applies to the very action, until it expires',
    fc.property(requests, (request) => {
      const rule = ruleOf(request);
      expect(guardrailRuleSchema.safeParse(rule).success).toBe(true);
      if (request.decision === 'allow') {
        expect(naiveAllows(rule, request.action, NOW + TTL - 1)).toBe(true);
        expect(naiveAllows(rule, request.action, NOW + TTL)).toBe(false);
      } else expect(naiveRestricts(rule, request.action)).toBe(true);
    }),
    { claims: ['G-36', 'G-37', 'G-38'] },
  );

  seeded(
    'allows nothing outside of what it was widened to',
    fc.property(pairs, ({ request, other }) => {
      const rule = ruleOf(request);
      fc.pre(naiveAllows(rule, other, NOW));
      const { paths, refs, hosts, count, cents } = request.action;
      for (const path of other.paths?.values ?? []) {
        expect(paths?.values.some((seen) => naiveNear(path, seen, HOME))).toBe(true);
      }
      for (const ref of other.refs?.values ?? []) {
        expect(refs?.values.some((seen) => naiveSibling(ref, seen))).toBe(true);
      }
      for (const host of other.hosts?.values ?? []) expect(hosts?.values).toContain(host);
      expect(other.count ?? 0).toBeLessThanOrEqual(count ?? 0);
      expect(other.cents ?? 0).toBeLessThanOrEqual(cents ?? 0);
    }),
    { claims: ['G-36', 'G-37'] },
  );

  seeded(
    'names every dimension that the action named, and reaches no root and not all refs',
    fc.property(requests, (request) => {
      const { constraint = {} } = ruleOf(request);
      const { action, decision } = request;
      for (const name of ['paths', 'refs', 'hosts'] as const) {
        const isNamed = (action[name]?.values.length ?? 0) > 0;
        expect(constraint[name] !== undefined).toBe(isNamed);
      }
      expect(constraint.maxCount ?? null).toBe(decision === 'allow' ? action.count : null);
      for (const path of constraint.paths ?? []) expect(path).not.toMatch(/^(?:\/[^/]*)?\/\*\*$/);
      for (const ref of constraint.refs ?? []) {
        expect(ref).not.toMatch(/^\*|^(?:refs|heads|tags|remotes|origin)\/(?:.*\/)?\*\*$/);
      }
    }),
    { claims: 'G-37' },
  );
});
