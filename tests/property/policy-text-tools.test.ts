/** What is said of whole policies: sentences, idle rules, differences. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import { diffPolicies } from '../../hosts/policy/diff-policies.js';
import { lintPolicy } from '../../hosts/policy/lint-policy.js';
import { allRules, policySentences } from '../../hosts/policy/policy-sentences.js';
import { compileGuardrails, resolveAction } from '../../kernel/index.js';
import { type GuardrailDocument, policyTemplates } from '../../schemas/index.js';
import { drawGuardrails, NOW } from '../generators/any-guardrails.js';
import { drawQuestion } from '../generators/policy-question.js';
import { seeded } from './seed.js';

/** A document with rules twice over, some of them loosened or tightened, so that many are idle. */
function drawCrowded(draws: Draws): GuardrailDocument {
  const input = drawGuardrails(draws);
  const again = <R extends { readonly id: string }>(
    rules: readonly R[] | undefined,
    mark: string,
  ) =>
    (rules ?? []).flatMap((rule) =>
      draws.chance(50)
        ? [{ ...rule, id: `${rule.id}${mark}`, decision: draws.pick(decisions) }, rule]
        : [rule, { ...rule, id: `${rule.id}${mark}` }],
    );
  const template = draws.chance(30) ? { template: draws.pick(policyTemplates) } : {};
  const rules = again(input.rules, 'x');
  return compileGuardrails({ ...input, ...template, rules, managed: again(input.managed, 'x') })
    .document;
}

const decisions = ['allow', 'prompt', 'deny'] as const;
const idle = ['expired', 'advisory', 'shadowed', 'unreachable'];

function without(document: GuardrailDocument, ids: ReadonlySet<string>): GuardrailDocument {
  return {
    ...document,
    rules: document.rules.filter(({ id }) => !ids.has(id)),
    managed: document.managed.filter(({ id }) => !ids.has(id)),
    overrides: document.overrides.filter(({ rule }) => !ids.has(rule)),
  };
}

const crowded = drawn(900, (draws) => ({
  questions: Array.from({ length: 6 }, () => drawQuestion(draws)),
  pick: draws.below(1000),
  document: drawCrowded(draws),
}));

describe('lint', () => {
  seeded(
    'calls no rule idle whose removal changes an answer, alone or with all others',
    fc.property(crowded, ({ document, questions, pick }) => {
      const found = lintPolicy(document, NOW).filter(({ kind }) => idle.includes(kind));
      const ids = [...new Set(found.map(({ rule }) => rule))];
      const one = ids[pick % Math.max(ids.length, 1)];
      const whole = compileGuardrails(document);
      for (const gone of [new Set(ids), new Set(one === undefined ? [] : [one])]) {
        const less = compileGuardrails(without(document, gone));
        for (const question of questions)
          expect(resolveAction(less, question).decision).toBe(
            resolveAction(whole, question).decision,
          );
      }
    }),
    { claims: 'G-23', runs: 500 },
  );

  seeded(
    'finds the later of two rules that are the same',
    fc.property(crowded, ({ document }) => {
      const [first] = document.rules;
      fc.pre(first !== undefined && first.enforcement === 'hard' && first.expiresAt === undefined);
      const twice = { ...document, rules: [...document.rules, { ...first, id: 'twin' }] };
      const found = lintPolicy(twice as GuardrailDocument, NOW).filter(
        ({ rule }) => rule === 'twin',
      );
      expect(found.map(({ kind }) => kind)).toContain('shadowed');
    }),
    { runs: 200 },
  );
});

seeded(
  'every rule of a document is a sentence of the list, in the section of its scope',
  fc.property(crowded, ({ document }) => {
    const sentences = policySentences(document);
    for (const rule of allRules(document)) {
      const told = sentences.filter(({ id }) => id === rule.id);
      expect(told).toHaveLength(1);
      expect(rule.scope.startsWith(told[0]?.section ?? 'none')).toBe(true);
      expect(told[0]?.sentence).toContain(rule.class ?? rule.command);
    }
  }),
  { claims: ['G-23', 'G-57'], runs: 300 },
);

describe('diff', () => {
  seeded(
    'of a document and itself is empty',
    fc.property(crowded, ({ document }) => {
      const diff = diffPolicies(document, document, { now: NOW, limit: 9 });
      expect({ ...diff, questionCount: 0 }).toEqual({
        added: [],
        removed: [],
        changed: [],
        answers: [],
        answerCount: 0,
        questionCount: 0,
        isPartial: false,
      });
      expect(diff.questionCount).toBeGreaterThanOrEqual(13);
    }),
    { runs: 60 },
  );

  seeded(
    'the other way round has what was added as removed, and stricter as looser',
    fc.property(crowded, crowded, ({ document: a }, { document: b }) => {
      const bounds = { now: NOW, limit: 100_000 };
      const there = diffPolicies(a, b, bounds);
      const back = diffPolicies(b, a, bounds);
      expect(back.added).toEqual(there.removed);
      expect(back.answerCount).toBe(there.answerCount);
      const count = (diff: typeof there, change: string): number =>
        diff.answers.filter((one) => one.change === change).length;
      expect(count(back, 'looser')).toBe(count(there, 'stricter'));
    }),
    { runs: 30 },
  );
});
