/** Why an answer cannot become a rule, and what would mend it (behaviour G-36, G-37). Data only. */
import { freeze } from '../primordials.js';

export type RememberProblem =
  | 'not_of_action'
  | 'unread_command'
  | 'quoted_command'
  | 'bare_program'
  | 'open'
  | 'every'
  | 'unplain_path'
  | 'root'
  | 'unplain_ref'
  | 'unplain_host'
  | 'unconstrained'
  | 'amount_only'
  | 'ttl'
  | 'malformed';

const problems: Readonly<Record<RememberProblem, readonly [reason: string, mend: string]>> = freeze(
  {
    not_of_action: ['the action has no such class or command', 'name one that the action has'],
    unread_command: [
      'a command of the action could not be read',
      'give it as one plain command, without what is only known when it runs',
    ],
    quoted_command: [
      'a command of the action is not spelt as plain words with one blank between them',
      'give it so, or write the rule into the policy',
    ],
    bare_program: [
      'the action names a program without arguments, and the rule would allow any arguments',
      'remember the command: that is meant whole',
    ],
    open: [
      'the action reaches what nobody can tell before it runs',
      'name outright what it touches',
    ],
    every: ['the action touches all there are', 'write the rule into the policy'],
    unplain_path: [
      'a path of the action is not absolute and plain',
      'resolve it before it is judged',
    ],
    root: ['the action touches the root of the file system', 'write the rule into the policy'],
    unplain_ref: [
      'a branch or tag of the action has no plain short name',
      'call it by its short name, such as `main`',
    ],
    unplain_host: ['a host of the action is no plain name or address', 'call it by its name'],
    unconstrained: [
      'the action names nothing that a rule could be bound to',
      'ask for a rule without bounds, or write it into the policy',
    ],
    amount_only: [
      'the action names only an amount, which no rule that asks or denies can be bound to',
      'write the rule, with the amount that it begins at, into the policy',
    ],
    ttl: ['a remembered rule needs a time to live, of at most 30 days', 'say how long it holds'],
    malformed: [
      'the rule would have a name, scope, reason or pattern that no rule may have',
      'mend the name, the scope or the reason, or touch fewer things with shorter names',
    ],
  },
);

/** The answer holds for this one call and no other. */
export interface RememberRefusal {
  readonly refused: RememberProblem;
  readonly reason: string;
  readonly mend: string;
}

/** Makes the refusal of a problem. */
export function cannotRemember(problem: RememberProblem): RememberRefusal {
  const [reason, mend] = problems[problem];
  return freeze({ refused: problem, reason, mend });
}

/** Tells a refusal from what else may be returned in its place. */
export function isRememberRefusal(value: object | string): value is RememberRefusal {
  return typeof value === 'object' && 'refused' in value;
}
