import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { compileGuardrails, resolveAction, templateRules } from '../../kernel/index.js';
import {
  type GuardrailDocument,
  guardrailDocumentSchema,
  policyTemplates,
} from '../../schemas/index.js';
import { NOW } from '../generators/any-guardrails.js';
import { type Asked, anyAsked } from '../generators/policy-question.js';
import { naiveRuled } from '../model/naive-rules.js';
import { ruled, textsOf } from './ruled.js';
import { seeded } from './seed.js';

function naive(document: GuardrailDocument, question: Asked['question']) {
  const answer = naiveRuled(document, question);
  const [deciding, advisory] = [answer.deciding.sort(), answer.advisory.sort()];
  return { decision: answer.decision, deciding, advisory };
}

/** Soft rules that a live override names, where the grant holds the permission. */
function liftable({ overrides, rules, managed }: GuardrailDocument, grant: readonly string[]) {
  const named = overrides.filter(({ expiresAt }) => NOW < expiresAt).map(({ rule }) => rule);
  return [
    ...(grant.includes('policy:override') ? rules : []),
    ...(grant.includes('policy:override_managed') ? managed : []),
  ]
    .filter(({ id, enforcement }) => enforcement === 'soft' && named.includes(id))
    .map(({ id }) => id);
}

/** Those of them without whose override another answer comes out. */
function telling(document: GuardrailDocument, question: Asked['question'], ids: string[]) {
  const answer = JSON.stringify(naive(document, question));
  return ids.filter((id) => {
    const overrides = document.overrides.filter(({ rule }) => rule !== id);
    return JSON.stringify(naive({ ...document, overrides }, question)) !== answer;
  });
}

describe('against rules read one by one', () => {
  seeded(
    'the decision and everyone who had a say in it are the same',
    fc.property(anyAsked, (asked) => {
      const document = guardrailDocumentSchema.parse(asked.document);
      const { decision, deciding, advisory, overridden } = ruled(asked);
      expect({ decision, deciding: textsOf(deciding), advisory: textsOf(advisory) }).toEqual(
        naive(document, asked.question),
      );
      const ids = liftable(document, asked.question.grant);
      expect(overridden.filter((id) => !ids.includes(id))).toEqual([]);
      const missing = telling(document, asked.question, ids);
      expect(missing.filter((id) => !overridden.includes(id))).toEqual([]);
    }),
    { runs: 10_000, claims: ['G-2', 'G-10', 'G-11', 'G-12', 'G-25', 'G-26', 'G-27', 'G-42'] },
  );

  seeded(
    'a template is its rules in front of those of the document',
    fc.property(anyAsked, fc.constantFrom(...policyTemplates), ({ document, question }, name) => {
      const rules = [...templateRules(name), ...guardrailDocumentSchema.parse(document).rules];
      const spelt = naive({ ...guardrailDocumentSchema.parse(document), rules }, question);
      const answer = ruled({ document: { ...document, template: name }, question });
      expect(answer.decision).toBe(spelt.decision);
      expect(textsOf(answer.deciding)).toEqual(spelt.deciding);
    }),
    { claims: 'G-58' },
  );
});

describe('the same question', () => {
  seeded(
    'has the same answer twenty times, whatever was asked in between',
    fc.property(anyAsked, anyAsked, (asked, other) => {
      const guardrails = compileGuardrails(asked.document);
      const first = JSON.stringify(resolveAction(guardrails, asked.question));
      const answers = Array.from({ length: 20 }, () => {
        resolveAction(guardrails, other.question);
        return JSON.stringify(resolveAction(guardrails, asked.question));
      });
      expect(new Set([...answers, JSON.stringify(ruled(asked))])).toEqual(new Set([first]));
    }),
    { claims: ['G-17', 'G-18', 'G-60'] },
  );

  seeded(
    'is decided alike in whatever order the rules stand',
    fc.property(anyAsked, fc.infiniteStream(fc.nat()), (asked, numbers) => {
      const shuffled = <T>(list: readonly T[] = []): T[] =>
        list
          .map((item) => ({ item, at: numbers.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item);
      const { document, question } = asked;
      const [rules, managed] = [shuffled(document.rules), shuffled(document.managed)];
      const other = ruled({ document: { ...document, rules, managed }, question });
      expect(other.decision).toBe(ruled(asked).decision);
    }),
    { claims: ['G-12', 'G-18'] },
  );

  seeded(
    'is answered as if a rule were not there that has expired',
    fc.property(anyAsked, (asked) => {
      const { document, question } = asked;
      const isThere = ({ expiresAt = NOW + 1 }: { expiresAt?: number | undefined }): boolean =>
        expiresAt > NOW;
      const rules = (document.rules ?? []).filter(isThere);
      const managed = (document.managed ?? []).filter(isThere);
      const overrides = (document.overrides ?? []).filter(isThere);
      const other = ruled({ document: { ...document, rules, managed, overrides }, question });
      expect(other).toEqual(ruled(asked));
    }),
    { claims: 'G-38' },
  );
});
