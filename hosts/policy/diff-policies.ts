/**
 * Two policies compared: sentences that only one has, and answers that differ. The answers are the
 * engine's own, to questions made of what both name; it can miss a difference, and invents none.
 */
import { compileGuardrails, type Ruled, resolveAction } from '../../kernel/index.js';
import type { GuardrailDocument, RuleDecision } from '../../schemas/index.js';
import { type DiffQuestion, diffQuestions } from './diff-questions.js';
import { type PolicySentence, policySentences } from './policy-sentences.js';
import { questionText } from './question-text.js';

/** No more questions are asked; of two policies that name very much, not all is compared. */
const MAX_QUESTIONS = 100_000;

export interface DiffAnswer {
  /** What was asked, in words. */
  readonly question: string;
  readonly before: RuleDecision;
  readonly after: RuleDecision;
  readonly change: 'stricter' | 'looser';
  /** Rules that decide, by id. */
  readonly beforeBy: readonly string[];
  readonly afterBy: readonly string[];
}

export interface PolicyDiff {
  readonly added: readonly PolicySentence[];
  readonly removed: readonly PolicySentence[];
  readonly changed: readonly { readonly before: PolicySentence; readonly after: PolicySentence }[];
  /** Looser ones first; no more than were asked for. */
  readonly answers: readonly DiffAnswer[];
  readonly answerCount: number;
  readonly questionCount: number;
  /** Whether there was more to ask. */
  readonly isPartial: boolean;
}

export interface DiffBounds {
  readonly now: number;
  /** How many answers are kept. */
  readonly limit: number;
}

/** Compares two documents. @throws KernelFault `config_malformed` for one that does not compile */
export function diffPolicies(
  before: GuardrailDocument,
  after: GuardrailDocument,
  { now, limit }: DiffBounds,
): PolicyDiff {
  const ask = asking(before, now);
  const askAfter = asking(after, now);
  const kept: Record<DiffAnswer['change'], DiffAnswer[]> = { looser: [], stricter: [] };
  let answerCount = 0;
  let questionCount = 0;
  let isPartial = false;
  for (const question of diffQuestions([before, after])) {
    if (questionCount === MAX_QUESTIONS) {
      isPartial = true;
      break;
    }
    questionCount += 1;
    const answer = compared(question, ask(question), askAfter(question));
    if (answer === null) continue;
    answerCount += 1;
    if (kept[answer.change].length < limit) kept[answer.change].push(answer);
  }
  const answers = [...kept.looser, ...kept.stricter].slice(0, limit);
  return { ...sentencesOf(before, after), answers, answerCount, questionCount, isPartial };
}

function asking(document: GuardrailDocument, now: number): (question: DiffQuestion) => Ruled {
  const guardrails = compileGuardrails(document);
  const grant = document.grant ?? [];
  return (question) => resolveAction(guardrails, { ...question, now, grant, ...unasked });
}

/** Both documents are asked the same of what stands beside them. */
const unasked = { net: [], safety: [], confirms: [] } as const;

const ranks: Readonly<Record<RuleDecision, number>> = { allow: 0, prompt: 1, deny: 2 };

function compared(question: DiffQuestion, before: Ruled, after: Ruled): DiffAnswer | null {
  if (before.decision === after.decision) return null;
  return {
    question: questionText(question),
    before: before.decision,
    after: after.decision,
    change: ranks[after.decision] > ranks[before.decision] ? 'stricter' : 'looser',
    beforeBy: deciders(before),
    afterBy: deciders(after),
  };
}

function deciders({ deciding }: Ruled): readonly string[] {
  return [...new Set(deciding.map(({ rule }) => rule))];
}

function sentencesOf(
  before: GuardrailDocument,
  after: GuardrailDocument,
): Pick<PolicyDiff, 'added' | 'removed' | 'changed'> {
  const old = keyed(before);
  const now = keyed(after);
  const changed = [...now].flatMap(([key, one]) => {
    const was = old.get(key);
    return was === undefined || was.sentence === one.sentence ? [] : [{ before: was, after: one }];
  });
  return {
    added: [...now].filter(([key]) => !old.has(key)).map(([, one]) => one),
    removed: [...old].filter(([key]) => !now.has(key)).map(([, one]) => one),
    changed,
  };
}

/** A rule goes by its id, anything else by what it says. */
function keyed(document: GuardrailDocument): ReadonlyMap<string, PolicySentence> {
  const entries = policySentences(document).map((one) => {
    const kind = one.section === 'declassify' ? 'release' : 'rule';
    return [one.id === null ? `${one.section} ${one.sentence}` : `${kind} ${one.id}`, one] as const;
  });
  return new Map(entries);
}
