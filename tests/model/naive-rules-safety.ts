/** The safety lists as the guide describes them: what a mode makes of what was found. */
import type { ActionClass, ActionCommand, GuardrailRule, Standing } from '../../schemas/index.js';
import { isNaivelyConstrained } from './naive-rules-fit.js';
import type { NaiveSay } from './naive-rules-say.js';
import type { NaiveSubject } from './naive-rules-subject.js';

export interface NaiveFinding {
  readonly list: 'black' | 'grey';
  readonly entry: string;
  readonly isSure: boolean;
  readonly command: ActionCommand | null;
  readonly classes: readonly ActionClass[];
}

/** A subject, and the rule of a scope that decided about it. */
export interface NaiveDecided {
  readonly subject: NaiveSubject;
  readonly rule: GuardrailRule | undefined;
}

/** Did the user allow this very thing by a rule? */
function isAllowed({ command, classes }: NaiveFinding, decided: readonly NaiveDecided[]): boolean {
  const allowing = decided.filter(({ rule }) => rule?.decision === 'allow');
  const byCommand = allowing.some(
    ({ subject }) =>
      subject.kind === 'command' &&
      command !== null &&
      JSON.stringify(subject.command) === JSON.stringify(command),
  );
  const bound = allowing.flatMap(({ subject, rule }) =>
    subject.kind === 'class' && rule !== undefined && isNaivelyConstrained(rule)
      ? [subject.name]
      : [],
  );
  return byCommand || (classes.length > 0 && classes.every((name) => bound.includes(name)));
}

function decisionOn(
  finding: NaiveFinding,
  mode: Standing['safety'],
  decided: readonly NaiveDecided[],
): NaiveSay['decision'] {
  if (mode === 'strict' || (finding.list === 'black' && finding.isSure)) return 'deny';
  if (finding.list === 'black') return 'prompt';
  if (mode === 'yolo') return 'allow';
  return finding.isSure && isAllowed(finding, decided) ? 'allow' : 'prompt';
}

/** What the lists say. */
export function naiveSafety(
  { safety, standing }: { readonly safety: readonly NaiveFinding[]; readonly standing: Standing },
  decided: readonly NaiveDecided[],
): readonly NaiveSay[] {
  return safety
    .map((finding) => ({
      decision: decisionOn(finding, standing.safety, decided),
      source: 'safety',
      rule: `safety.${finding.list}.${finding.entry}`,
    }))
    .filter(({ decision }) => decision !== 'allow');
}
