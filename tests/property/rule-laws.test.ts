import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { Draws } from '../../hosts/conformance/scene/draws.js';
import {
  autonomyLevels,
  conversationModes,
  type GuardrailDocumentInput,
  type RuleDecision,
} from '../../schemas/index.js';
import { CLASSES } from '../generators/any-action.js';
import {
  drawGuardrail,
  drawManaged,
  drawNeverEntry,
  type RuleInput,
} from '../generators/any-guardrails.js';
import { type Asked, anyAsked, askedWith } from '../generators/policy-question.js';
import { ruled, textsOf } from './ruled.js';
import { seeded } from './seed.js';

function rank(decision: RuleDecision): number {
  return ['allow', 'prompt', 'deny'].indexOf(decision);
}

/** Expects the second answer to be no looser than the first. */
function expectNoLooser(before: Asked, after: Asked): void {
  expect(rank(ruled(after).decision)).toBeGreaterThanOrEqual(rank(ruled(before).decision));
}

function withRule(document: GuardrailDocumentInput, rule: RuleInput, at: number) {
  const rules = document.rules ?? [];
  return { ...document, rules: [...rules.slice(0, at), rule, ...rules.slice(at)] };
}

function acting(asked: Asked, part: Partial<Asked['question']['action']>): Asked {
  const { question } = asked;
  return { ...asked, question: { ...question, action: { ...question.action, ...part } } };
}

function standing(asked: Asked, part: Partial<Asked['question']['standing']>): Asked {
  const { question } = asked;
  return { ...asked, question: { ...question, standing: { ...question.standing, ...part } } };
}

describe('never loosens', () => {
  seeded(
    'a rule of the managed tier, whatever it says',
    fc.property(
      askedWith((draws) => ({ extra: drawManaged(draws, 'extra'), isLast: draws.chance(50) })),
      ({ extra, isLast, ...asked }) => {
        const { document, question } = asked;
        const old = document.managed ?? [];
        const managed = isLast ? [...old, extra] : [extra, ...old];
        expectNoLooser(asked, { document: { ...document, managed }, question });
      },
    ),
    { claims: 'G-42' },
  );

  seeded(
    'one more thing that is never to be touched',
    fc.property(
      askedWith((draws) => ({ entry: drawNeverEntry(draws) })),
      ({ entry: [dimension, pattern], ...asked }) => {
        const { document, question } = asked;
        const old = document.never?.[dimension] ?? [];
        // A list of nothing but exceptions means all else: a name beside them narrows it.
        fc.pre(old.length === 0 || old.some((text) => !text.startsWith('!')));
        const never = { ...document.never, [dimension]: [...old, pattern] };
        expectNoLooser(asked, { document: { ...document, never }, question });
      },
    ),
    { claims: ['G-2', 'G-12'] },
  );

  seeded(
    'one more class of the action',
    fc.property(anyAsked, fc.constantFrom(...CLASSES), (asked, name) => {
      const classes = [...asked.question.action.classes, name];
      expectNoLooser(asked, acting(asked, { classes: [...new Set(classes)] }));
    }),
    { claims: ['G-12', 'G-16'] },
  );

  seeded(
    'a part of the command that nobody can read',
    fc.property(anyAsked, (asked) => {
      const plain = acting(asked, { isOpaque: false });
      expectNoLooser(plain, acting(asked, { isOpaque: true }));
    }),
    { claims: ['G-26', 'C18'] },
  );

  seeded(
    'less autonomy, be it of the space or of this call',
    fc.property(anyAsked, fc.constantFrom(...autonomyLevels), (asked, level) => {
      const { document, question } = asked;
      const { space, autonomy } = question.standing;
      const usual = document.autonomy?.default ?? 'actWithApproval';
      const held = document.autonomy?.spaces?.[space ?? ''] ?? usual;
      const lower = (than: typeof level): typeof level =>
        autonomyLevels[Math.min(autonomyLevels.indexOf(than), autonomyLevels.indexOf(level))] ??
        'proposeOnly';
      expectNoLooser(asked, standing(asked, { autonomy: lower(autonomy ?? held) }));
      const spaces = space === null ? {} : { ...document.autonomy?.spaces, [space]: lower(held) };
      const lowered = { default: space === null ? lower(usual) : usual, spaces };
      expectNoLooser(asked, { document: { ...document, autonomy: lowered }, question });
    }),
    { claims: ['G-45', 'G-46'] },
  );

  seeded(
    'a mode that only reads, against chat under the same rules',
    fc.property(anyAsked, fc.constantFrom(...conversationModes), (asked, mode) => {
      expectNoLooser(standing(asked, { mode: 'chat' }), standing(asked, { mode }));
    }),
    { claims: ['G-21', 'C16'] },
  );

  // A soft allow, or a soft prompt before a wider deny, is lifted to something stricter.
  seeded(
    'to hold no permission to override, where what is soft denies',
    fc.property(anyAsked, (asked) => {
      const { document, question } = asked;
      const rules = (document.rules ?? []).map((rule) =>
        rule.enforcement === 'soft' ? { ...rule, decision: 'deny' as const } : rule,
      );
      const granted = { document: { ...document, rules }, question };
      const needs = ['policy:override', 'policy:override_managed'];
      for (const need of needs) {
        const grant = question.grant.filter((name) => name !== need);
        expectNoLooser(granted, { ...granted, question: { ...question, grant } });
      }
    }),
    { claims: ['G-39', 'C19'] },
  );
});

describe('decides nothing', () => {
  const advising = askedWith((draws: Draws) => ({
    extra: { ...drawGuardrail(draws, 'extra'), enforcement: 'advisory' as const },
    clamp: { ...drawManaged(draws, 'clamp'), enforcement: 'advisory' as const },
    at: draws.below(6),
  }));

  seeded(
    'an advisory rule, wherever it stands',
    fc.property(advising, ({ extra, clamp, at, ...asked }) => {
      const { document, question } = asked;
      const managed = [clamp, ...(document.managed ?? [])];
      const advised = { ...withRule(document, extra, at), managed };
      const [before, after] = [ruled(asked), ruled({ document: advised, question })];
      expect(after.decision).toBe(before.decision);
      expect(textsOf(after.deciding)).toEqual(textsOf(before.deciding));
      expect(after.overridden).toEqual(before.overridden);
    }),
    { claims: ['G-39', 'G-40', 'G-41', 'C17'] },
  );

  seeded(
    "the operator's click, of what is denied and of what the managed tier asks",
    fc.property(anyAsked, (asked) => {
      const usual = standing(asked, { isOperator: false, autonomy: null });
      const { document } = usual;
      const dial = { default: 'actWithApproval' as const };
      const before = ruled({ ...usual, document: { ...document, autonomy: dial } });
      const after = ruled(standing(usual, { isOperator: true }));
      expect(after.decision === 'deny').toBe(before.decision === 'deny');
      const isClamped = before.deciding.some(({ source }) => source === 'managed');
      if (isClamped && before.decision === 'prompt') expect(after.decision).toBe('prompt');
    }),
    { claims: ['G-48', 'C4'] },
  );
});
