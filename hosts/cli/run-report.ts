/**
 * What came of a run, for people and as one JSON object. Shows decisions, labels, codes and the
 * answer made inert; never a bare tainted value.
 */
import type { RunResult } from '../../kernel/index.js';
import type { Label, Outcome, RunProblem, TraceEvent } from '../../schemas/index.js';
import { visibleLine } from '../answer/visible-text.js';
import { renderAnswer } from '../render-answer.js';
import type { Paint } from './screen.js';

export interface AuditPlace {
  /** Records in the chain, those of earlier runs too. */
  readonly records: number;
  /** Hash of the last one, for `audit verify --expect-head`. */
  readonly head: string;
  /** Where the records are; null if they are lost with the process. */
  readonly kept: string | null;
}

/** Where a run that asked was stored, or why it was not. */
export interface SuspendedPlace {
  readonly file: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | null;
  readonly obstacle: string | null;
}

/** A run, and where what is left of it is. */
export interface Reported {
  readonly result: RunResult;
  readonly audit: AuditPlace;
  readonly suspended: SuspendedPlace | null;
}

type Decided = Extract<TraceEvent, { readonly kind: 'gate_allowed' | 'gate_denied' }>;

function decisionsOf(trace: readonly TraceEvent[]): readonly Decided[] {
  return trace.filter(
    (event): event is Decided => event.kind === 'gate_allowed' || event.kind === 'gate_denied',
  );
}

/** The stage that ended a decision: the one that denied, or the last that answered. */
function endStage({ denial, answers }: Decided): string {
  return denial?.stage ?? answers.at(-1)?.stage ?? 'guard';
}

/** What that stage answered: a run that was told to suspend ends at a question, not at a denial. */
function endOutcome({ denial, answers }: Decided): Outcome {
  if (denial === null) return 'allow';
  return answers.find(({ stage }) => stage === denial.stage)?.outcome ?? 'deny';
}

/** The report as data, with where its records are. */
export function reportData({ result, audit, suspended }: Reported): object {
  return { ...resultData(result), suspended, audit };
}

/** What came of a run, as data. */
export function resultData(result: RunResult): object {
  const { run, status, problem, effects, trace, output, detail } = result;
  return {
    run,
    status,
    answer: output === null ? null : renderAnswer(output),
    label: output?.label ?? null,
    problem,
    detail: detail === null ? null : renderAnswer(detail),
    decisions: decisionsOf(trace).map((event) => ({
      step: event.step,
      call: event.call,
      tool: event.tool,
      stage: endStage(event),
      outcome: endOutcome(event),
      code: event.denial?.code ?? null,
      reason: event.denial?.reason ?? '',
      answers: event.answers.map(({ stage, outcome }) => ({ stage, outcome })),
      labels: event.labels,
      remedies: event.denial?.remedies ?? [],
    })),
    effects,
  };
}

function labelWords(label: Label): string {
  const readers = label.readers === 'anyone' ? 'anyone' : label.readers.join(' ') || 'nobody';
  const control = label.control.length === 0 ? '' : `, chosen by ${label.control.join(' ')}`;
  return `from ${label.sources.join(' ')}${control}, readers ${readers}`;
}

function decisionLines(event: Decided, paint: Paint): readonly string[] {
  const { step, tool, denial, answers, labels } = event;
  const head = `  ${step}  ${paint.bold(tool)}`;
  const stages = answers.map(({ stage, outcome }) => `${stage} ${outcome}`).join(', ');
  const shown = Object.entries(labels).map(([at, label]) =>
    paint.dim(visibleLine(`      ${at}: ${labelWords(label)}`)),
  );
  if (denial === null) {
    return [`${head}  ${paint.green('allow')}  ${paint.dim(stages)}`, ...shown];
  }
  const denied = paint.red(`${endOutcome(event)} at ${endStage(event)}`);
  const why = visibleLine(`      ${denial.code}: ${denial.reason}`);
  return [`${head}  ${denied}  ${paint.dim(stages)}`, ...shown, why];
}

/** Every decision of a trace, with its labels. */
export function decisionsText(trace: readonly TraceEvent[], paint: Paint): readonly string[] {
  const lines = decisionsOf(trace).flatMap((event) => decisionLines(event, paint));
  return lines.length === 0 ? ['  none'] : lines;
}

/** A reason holds no content; whatever gets into one all the same is made visible. */
function problemLines({ code, message, mend, denial }: RunProblem): readonly string[] {
  const remedies = denial?.remedies ?? [];
  return [
    `  ${code}: ${message}`,
    `  mend: ${mend}`,
    ...remedies.map(({ move, detail }) => `  could pass: ${move}: ${detail}`),
  ].map(visibleLine);
}

/** Who could have been asked, in words of this command. */
function faceLines(problem: RunProblem | null): string[] {
  if (problem?.code !== 'approval_unavailable') return [];
  return ['  here: `--ask`, `--approvals STORE`, or `--suspend FOLDER` to answer later'];
}

function suspendedLines({ file, expiresAt, obstacle }: SuspendedPlace, paint: Paint): string[] {
  const title = paint.bold('suspended');
  if (file === null) return [`${title} not stored: ${visibleLine(obstacle ?? '')}`];
  const until = new Date(expiresAt ?? 0).toISOString();
  return [
    `${title} ${visibleLine(file)}`,
    `  until ${until}; go on with \`sluice resume FILE HOST\`, the same \`--audit\`, and`,
    '  somebody to ask: `--ask` or `--approvals STORE`',
  ];
}

/** The report for people; ends with the answer, if there is one. */
export function reportText({ result, audit, suspended }: Reported, paint: Paint): string {
  const { status, problem, effects, trace, output, detail } = result;
  const happened = effects.map(({ step, tool, outcome, output: kind }) => {
    const invalid = kind === 'invalid' ? ', but its result was refused' : '';
    return `  ${step}  ${paint.bold(tool)}  ${outcome}${invalid}`;
  });
  const colour = status === 'committed' ? paint.green : paint.red;
  const lines = [
    paint.bold('decisions'),
    ...decisionsText(trace, paint),
    paint.bold('effects'),
    ...(happened.length === 0 ? ['  none'] : happened),
    `${paint.bold('status')} ${colour(status)}`,
    ...(problem === null ? [] : problemLines(problem)),
    ...(detail === null
      ? []
      : [`  the tool said: ${renderAnswer(detail).replaceAll('\n', '\n    ')}`]),
    ...(suspended === null ? faceLines(problem) : suspendedLines(suspended, paint)),
    `${paint.bold('audit')} ${audit.records} records, head ${audit.head}`,
    `  ${audit.kept ?? 'in memory, lost now; keep them with `--audit FILE`'}`,
  ];
  if (output !== null) lines.push(paint.bold('answer'), renderAnswer(output));
  return `${lines.join('\n')}\n`;
}
