/**
 * The policy engine as the sentences of family G describe it: every rule is asked about every
 * class and command, and nothing is sorted beforehand. The reference for kernel/policy. Rules of
 * templates are not known here: put them before those of the document.
 */
import type {
  Action,
  Grant,
  GuardrailDocument,
  GuardrailRule,
  RuleDecision,
  Standing,
} from '../../schemas/index.js';
import { type NaiveChain, naiveChainAnswer, naiveManagedAnswer } from './naive-rules-chain.js';
import { isNaivelyPinned, naiveAutonomy, naiveBuiltIn, naiveNever } from './naive-rules-fixed.js';
import { type NaiveDecided, type NaiveFinding, naiveSafety } from './naive-rules-safety.js';
import { type NaiveSay, naiveSaid, naiveTexts, naiveVerdict } from './naive-rules-say.js';
import { naivelyFitting, naivelyStrictest, naiveSubjects } from './naive-rules-subject.js';

export interface NaiveQuestion {
  readonly action: Action;
  readonly standing: Standing;
  readonly now: number;
  readonly grant: Grant;
  /** What the net of commands says. */
  readonly net: readonly { readonly decision: RuleDecision; readonly rule: string }[];
  /** What the safety lists found. */
  readonly safety: readonly NaiveFinding[];
  readonly confirms: readonly string[];
}

export interface NaiveRuled {
  readonly decision: RuleDecision;
  /** Each one `source:rule:decision`. */
  readonly deciding: string[];
  readonly advisory: string[];
  readonly overridden: string[];
}

interface Matter {
  readonly document: GuardrailDocument;
  readonly question: NaiveQuestion;
}

function isLive({ expiresAt }: { readonly expiresAt?: number | undefined }, now: number): boolean {
  return expiresAt === undefined || now < expiresAt;
}

/** Ids of soft rules that an override names, if whoever asks may override. */
function liftedBy(rules: readonly GuardrailRule[], { document, question }: Matter, need: string) {
  if (!question.grant.includes(need)) return [];
  const named = document.overrides
    .filter((override) => isLive(override, question.now))
    .map(({ rule }) => rule);
  return rules
    .filter(({ id, enforcement }) => enforcement === 'soft' && named.includes(id))
    .map(({ id }) => id);
}

/** The rules that there are at this time, either those that decide or those that only advise. */
function chainsOf(matter: Matter, isAdvisory: boolean): { chain: NaiveChain; managed: NaiveChain } {
  const { document, question } = matter;
  const { action, standing, now } = question;
  const chainOf = (rules: readonly GuardrailRule[], need: string): NaiveChain => ({
    action,
    standing,
    rules: rules.filter(
      (rule) => isLive(rule, now) && (rule.enforcement === 'advisory') === isAdvisory,
    ),
    lifted: liftedBy(rules, matter, need),
  });
  return {
    chain: chainOf(document.rules, 'policy:override'),
    // An allow of the managed tier does nothing, not even where nobody can tell whether it applies.
    managed: chainOf(
      document.managed.filter(({ decision }) => isAdvisory || decision !== 'allow'),
      'policy:override_managed',
    ),
  };
}

/** Everything that is said before autonomy is asked, and the overridden rules that were missed. */
function sayings(matter: Matter): { says: readonly NaiveSay[]; overridden: string[] } {
  const { document, question } = matter;
  const { chain, managed } = chainsOf(matter, false);
  const says: NaiveSay[] = [];
  const overridden: string[] = [];
  const decided: NaiveDecided[] = [];
  for (const subject of naiveSubjects(question.action)) {
    const answer = naiveChainAnswer(chain, subject);
    decided.push({ subject, rule: answer.nearest });
    const clamp = naiveManagedAnswer(managed, subject);
    says.push(...answer.says, ...clamp.says);
    overridden.push(...answer.missed, ...clamp.missed);
    if (!answer.isDecided && subject.kind === 'class') {
      says.push(naiveBuiltIn(document, question, subject.name));
    }
  }
  says.push(...naiveNever(document, question.action));
  for (const { decision, rule } of question.net) {
    if (decision !== 'allow') says.push({ decision, source: 'net', rule });
  }
  says.push(...naiveSafety(question, decided));
  for (const name of question.confirms)
    says.push({ decision: 'prompt', source: 'confirm', rule: `confirm.${name}` });
  return { says, overridden: [...new Set(overridden)] };
}

/** What advisory rules would have said: the chain as if there were no others. */
function advice(matter: Matter): readonly NaiveSay[] {
  const { chain, managed } = chainsOf(matter, true);
  const { action } = matter.question;
  return naiveSubjects(action).flatMap((subject) => [
    ...naiveChainAnswer(chain, subject).says,
    ...naiveSaid(
      'managed',
      naivelyStrictest(naivelyFitting('hit', managed.rules, [subject, action])),
    ),
  ]);
}

const discharged = ['space', 'agent', 'workspace', 'default'];

/** What is left of the says once autonomy, or the user's own click, has had its part. */
function afterAutonomy(
  says: readonly NaiveSay[],
  { document, question }: Matter,
): readonly NaiveSay[] {
  const { action, standing } = question;
  if (naiveVerdict(says) === 'deny') return says;
  const isGated = naiveSubjects(action).length > 0 && !isNaivelyPinned(document, action);
  if (standing.isOperator) {
    return says.filter(
      ({ decision, source }) =>
        decision !== 'prompt' || source === 'managed' || source === 'confirm',
    );
  }
  if (!isGated) return says;
  const level = naiveAutonomy(document, standing);
  if (level === 'actWithApproval') return says;
  if (level === 'proposeOnly') {
    return [...says, { decision: 'deny', source: 'autonomy', rule: 'autonomy.proposeOnly' }];
  }
  return says.filter(
    ({ decision, source }) => decision !== 'prompt' || !discharged.includes(source),
  );
}

/** What the policy says of an action, and who decided. */
export function naiveRuled(document: GuardrailDocument, question: NaiveQuestion): NaiveRuled {
  const matter = { document, question };
  const { says, overridden } = sayings(matter);
  const left = afterAutonomy(says, matter);
  const decision = naiveVerdict(left);
  return {
    decision,
    deciding: naiveTexts(left.filter((say) => say.decision === decision)),
    advisory: naiveTexts(advice(matter)),
    overridden,
  };
}
