/** The scopes one after the other, up to the first that decides; and beside them the managed. */
import type { Action, GuardrailRule, Standing } from '../../schemas/index.js';
import { type NaiveSay, naiveDoubt, naiveSaid } from './naive-rules-say.js';
import {
  type NaiveSubject,
  naivelyFitting,
  naivelyNearest,
  naivelyStrictest,
} from './naive-rules-subject.js';

export interface NaiveChain {
  readonly action: Action;
  readonly standing: Standing;
  readonly rules: readonly GuardrailRule[];
  /** Ids of soft rules that are overridden: they do not exist. */
  readonly lifted: readonly string[];
}

export interface NaiveAnswer {
  readonly says: readonly NaiveSay[];
  readonly isDecided: boolean;
  /** The rule that decided. */
  readonly nearest: GuardrailRule | undefined;
  /** Overridden rules that would have applied, or whose fit nobody can tell. */
  readonly missed: readonly string[];
}

const silence: NaiveAnswer = { says: [], isDecided: false, nearest: undefined, missed: [] };

function scopesOf({ space, agent }: Standing): readonly (readonly [string, string])[] {
  return [
    ...(space === null ? [] : [['space', `space:${space}`] as const]),
    ...(agent === null ? [] : [['agent', `agent:${agent}`] as const]),
    ['workspace', 'workspace'],
  ];
}

function splitByLift({ lifted }: NaiveChain, rules: readonly GuardrailRule[]) {
  return {
    live: rules.filter(({ id }) => !lifted.includes(id)),
    missed: rules.filter(({ id }) => lifted.includes(id)).map(({ id }) => id),
  };
}

function askScope(
  [source, scope]: readonly [string, string],
  chain: NaiveChain,
  subject: NaiveSubject,
): NaiveAnswer {
  const rules = chain.rules.filter((rule) => rule.scope === scope);
  const hits = splitByLift(chain, naivelyFitting('hit', rules, [subject, chain.action]));
  const doubts = splitByLift(chain, naivelyFitting('unknown', rules, [subject, chain.action]));
  const nearest = naivelyNearest(hits.live);
  return {
    says: [...naiveDoubt('unevaluable', doubts.live[0]), ...naiveSaid(source, nearest)],
    isDecided: nearest !== undefined,
    nearest,
    missed: [...hits.missed, ...doubts.missed],
  };
}

/** What space, agent and workspace say of a subject. */
export function naiveChainAnswer(chain: NaiveChain, subject: NaiveSubject): NaiveAnswer {
  let answer = silence;
  for (const scope of scopesOf(chain.standing)) {
    if (answer.isDecided) break;
    const { says, isDecided, nearest, missed } = askScope(scope, chain, subject);
    answer = {
      says: [...answer.says, ...says],
      isDecided,
      nearest,
      missed: [...answer.missed, ...missed],
    };
  }
  return answer;
}

/** What the managed tier says of a subject: its strictest, unless that allows, and its doubt. */
export function naiveManagedAnswer(
  chain: NaiveChain,
  subject: NaiveSubject,
): Omit<NaiveAnswer, 'isDecided' | 'nearest'> {
  const about = [subject, chain.action] as const;
  const hits = splitByLift(chain, naivelyFitting('hit', chain.rules, about));
  const doubts = splitByLift(chain, naivelyFitting('unknown', chain.rules, about));
  const strictest = naivelyStrictest(hits.live);
  const says = [...naiveSaid('managed', strictest), ...naiveDoubt('managed', doubts.live[0])];
  return {
    says: says.filter(({ decision }) => decision !== 'allow'),
    missed: [...hits.missed, ...doubts.missed],
  };
}
