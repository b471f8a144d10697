/** The words in which a run is explained, for text and page alike. Pure. */
import type { Label } from '../../schemas/index.js';
import { timeText } from '../answer/time-text.js';
import type {
  ChainWord,
  ExplainedCall,
  ExplainedEdge,
  ExplainedPause,
  ExplainedRuling,
  PlannedSteps,
  StepsCheck,
} from './explained-run.js';

const disclosures: Readonly<Record<string, string>> = Object.freeze({
  own: "the user's own storage",
  principals: 'the recipients that its arguments name',
  capabilities: 'whoever its capabilities stand for',
  unknown: 'nobody who is known: its arguments name no recipient that the user or the host chose',
  malformed: 'nobody: a recipient is no plain address',
});

/** Names as a list of words; `none` where there are none. */
export function namesText(names: readonly string[], none: string): string {
  return names.length === 0 ? none : names.join(', ');
}

/** Who may read what a label says. */
export function readersText({ readers }: Label): string {
  return readers === 'anyone' ? 'anyone' : namesText(readers, 'nobody');
}

/** Whom a call discloses its arguments to. */
export function disclosureText(discloses: string): string {
  return Object.hasOwn(disclosures, discloses) ? (disclosures[discloses] ?? discloses) : discloses;
}

/** What was wrong with the flow that was refused. */
export function edgeText({ argument, failure }: ExplainedEdge): string {
  const what = argument === 'decision' ? 'the choice to act' : argument;
  return `${what}: ${failure.replaceAll('_', ' ')}`;
}

/** What became of a call, in a few words. */
export function outcomeText({ verdict, denial, end, late, resolution }: ExplainedCall): string {
  if (denial !== null) return `refused at ${denial.stage}: ${denial.code}`;
  if (verdict === 'unknown') return 'no record says what was decided';
  const ended =
    end === null
      ? 'admitted, and no record of its end'
      : [end.outcome, end.output === 'invalid' ? 'its result was refused' : null, end.code]
          .filter((part) => part !== null)
          .join(', ');
  const heard = late === null ? '' : `; it ${late} after the run gave up on it`;
  const looked = resolution === null ? '' : `; ${resolution.outcome}, says ${resolution.by}`;
  return `${ended}${heard}${looked}`;
}

/** What is said of the chain, and said first. */
export function chainText({ ok, problemCount }: ChainWord): string {
  if (ok) return 'the chain of records holds';
  const many = problemCount === 1 ? 'in one place' : `in ${problemCount} places`;
  return `THE CHAIN OF RECORDS DOES NOT HOLD, ${many}: what follows may be forged or incomplete`;
}

const checks: Readonly<Record<Exclude<StepsCheck['kind'], 'unchecked'>, string>> = Object.freeze({
  same: 'the plan is the one that ran: its keyed digest is in the records',
  other: 'THIS IS ANOTHER PLAN than the one that ran: its digest is not in the records',
  recorded: 'steps as the log of turns has them; the log is no audit, and nobody checks it',
});

/** Whether the steps that are shown are those that ran. */
export function checkText({ check }: PlannedSteps): string {
  return check.kind === 'unchecked'
    ? `the plan is not checked against the records: ${check.why}`
    : checks[check.kind];
}

/** When a run was stored, and at which step, or taken up. */
export function pauseText({ kind, at, step }: ExplainedPause): string {
  const what = kind === 'resumed' ? 'taken up' : `suspended at step ${step ?? '-'}`;
  return `${what}, ${timeText(at)}`;
}

/** Who ruled on a call, and how. */
export function rulingText({ decision, approver, source, isSigned }: ExplainedRuling): string {
  const face = source === null ? '' : `, ${source}`;
  return `ruled: ${decision} by ${approver}${face}${isSigned ? ', signed' : ''}`;
}

/** What a call was asked about, one text a question: the argument, and the rule that asks. */
export function questionTexts({ answers }: ExplainedCall): readonly string[] {
  return answers.flatMap(({ stage, asks }) =>
    asks.map(({ rule, argument }) => {
      const what = argument === null ? 'the call' : argument;
      return `about ${what}, by ${stage} ${rule}`;
    }),
  );
}
