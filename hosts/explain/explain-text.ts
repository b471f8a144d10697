/**
 * A run explained as text: its steps from top to bottom, and beneath each call who wrote and who
 * chose each argument, what every stage answered, and the flow that was refused. Every line is made
 * visible: a record gives a terminal no order. Upholds INV-V3.
 */
import type { TextPaint } from '../answer/text-paint.js';
import { timeText } from '../answer/time-text.js';
import { visibleLine } from '../answer/visible-text.js';
import {
  chainText,
  checkText,
  disclosureText,
  edgeText,
  namesText,
  outcomeText,
  pauseText,
  questionTexts,
  readersText,
  rulingText,
} from './explain-words.js';
import type {
  ExplainedArgument,
  ExplainedCall,
  Explanation,
  PlannedStep,
} from './explained-run.js';
import { type StepRow, stepRows } from './step-rows.js';

type Colour = (text: string) => string;

interface Line {
  readonly text: string;
  readonly paint?: Colour | undefined;
}

/** Tells of a run, a line an item. */
export function explainText(explanation: Explanation, paint: TextPaint): string {
  const lines = [
    ...headLines(explanation, paint),
    ...stepRows(explanation).flatMap((row) => [{ text: '|' }, ...rowLines(row, paint)]),
    ...tailLines(explanation, paint),
  ];
  // INV-V3: what stands in a record is shown, never obeyed; the colours are ours.
  const shown = lines.map(({ text, paint: colour }) => coloured(visibleLine(text), colour));
  return `${shown.join('\n')}\n`;
}

function coloured(text: string, colour: Colour | undefined): string {
  return colour === undefined ? text : colour(text);
}

function headLines({ chain, run, planned }: Explanation, paint: TextPaint): readonly Line[] {
  const status = run.status ?? 'no end on record';
  const plan = run.plans.map(({ steps }) => `${steps ?? '?'} steps`).join(' + ');
  const alarm: Colour = (text) => paint.red(paint.bold(text));
  return [
    { text: chainText(chain), paint: chain.ok ? paint.dim : alarm },
    ...chain.problems.map((problem) => ({ text: `  ${problem}`, paint: paint.red })),
    { text: `run ${run.run}`, paint: paint.bold },
    { text: `  ${timeText(run.startedAt)} to ${timeText(run.endedAt)}`, paint: paint.dim },
    { text: `  status ${status}`, paint: status === 'committed' ? paint.green : paint.yellow },
    ...(plan === '' ? [] : [{ text: `  plan of ${plan}` }]),
    ...run.pauses.map((pause) => ({ text: `  ${pauseText(pause)}` })),
    ...(planned === null
      ? []
      : [
          {
            text: `  ${checkText(planned)}`,
            paint: planned.check.kind === 'other' ? alarm : undefined,
          },
        ]),
  ];
}

function tailLines({ run, planned }: Explanation, paint: TextPaint): readonly Line[] {
  const notes = [
    ...(run.calls.length === 0 ? ['no call of a tool is on record'] : []),
    ...(run.isCut ? ['the run has more records than are read here'] : []),
    ...(run.unread === 0 ? [] : [`${run.unread} records of the run are of no known shape`]),
    ...(planned?.isCut === true ? ['the plan has more steps than are shown here'] : []),
  ];
  return notes.map((text) => ({ text, paint: paint.yellow }));
}

function rowLines({ planned, calls }: StepRow, paint: TextPaint): readonly Line[] {
  if (planned === null) return calls.flatMap((call) => callLines(call, paint));
  const head = { text: `o ${planned.step}  ${planned.kind} ${planned.what}`.trimEnd() };
  const edges = planned.from.map((edge) => ({ text: `|   ${edgeFrom(edge)}`, paint: paint.dim }));
  const first = calls[0];
  if (first === undefined) return [head, ...edges];
  const [title, ...rest] = callLines(first, paint);
  return [
    ...(title === undefined ? [] : [title]),
    ...edges,
    ...rest,
    ...calls.slice(1).flatMap((call) => callLines(call, paint)),
  ];
}

function edgeFrom({ step, path, argument }: PlannedStep['from'][number]): string {
  return `${argument} <= ${step}${path === '' ? '' : `.${path}`}`;
}

function callLines(call: ExplainedCall, paint: TextPaint): readonly Line[] {
  const { denial, verdict, end } = call;
  const isDone = verdict === 'admitted' && end?.outcome === 'committed';
  const mark = denial !== null ? 'x' : isDone ? 'o' : '?';
  const stages = call.answers.map(({ stage, outcome, by }) => {
    const why = by.length === 0 ? '' : ` (${by.join('; ')})`;
    return `${stage} ${outcome}${why}`;
  });
  return [
    {
      text: `${mark} ${call.step}  ${call.tool}  ${outcomeText(call)}`,
      paint: denial !== null ? paint.red : isDone ? paint.green : paint.yellow,
    },
    ...call.arguments.flatMap((argument) => argumentLines(argument, call, paint)),
    ...(stages.length === 0
      ? []
      : [{ text: `|   stages: ${stages.join(', ')}`, paint: paint.dim }]),
    ...call.releases.map(({ argument, rule, releases, declassifier }) => ({
      text: `|   released: ${argument} by ${declassifier} rule ${rule}, ${releases}`,
      paint: paint.yellow,
    })),
    ...askedLines(call, paint),
    ...denialLines(call, paint),
  ];
}

function askedLines(call: ExplainedCall, { yellow }: TextPaint): readonly Line[] {
  const texts = [
    ...questionTexts(call).map((question) => `asked ${question}`),
    ...call.rulings.map(rulingText),
    ...(call.wasAsked && call.rulings.length === 0 ? ['nobody ruled'] : []),
  ];
  return texts.map((text) => ({ text: `|   ${text}`, paint: yellow }));
}

function argumentLines(
  { argument, label }: ExplainedArgument,
  { denial }: ExplainedCall,
  paint: TextPaint,
): readonly Line[] {
  const isRefused = denial?.edge?.argument === argument;
  const written = `written by ${namesText(label.sources, 'nobody')}`;
  const chosen = `chosen by ${namesText(label.control, 'nobody else')}`;
  const about = `readers ${readersText(label)}, about ${namesText(label.subjects, 'nobody')}`;
  return [
    {
      text: `|${isRefused ? '-X' : '  '} ${argument}  ${written}; ${chosen}; ${about}`,
      paint: isRefused ? paint.red : paint.dim,
    },
  ];
}

function denialLines({ denial }: ExplainedCall, paint: TextPaint): readonly Line[] {
  if (denial === null) return [];
  const { edge, rules, mend, stage } = denial;
  const said = edge === null ? [] : [`|   refused ${edgeText(edge)}`];
  const isOld = edge === null && stage === 'provenance';
  return [
    ...said.map((text) => ({ text, paint: paint.red })),
    ...(edge === null
      ? []
      : [
          { text: `|   the call discloses to ${disclosureText(edge.discloses)}`, paint: paint.red },
        ]),
    ...(isOld ? [{ text: '|   the record does not say which argument' }] : []),
    ...(rules.length === 0 ? [] : [{ text: `|   by ${rules.join(', ')}`, paint: paint.red }]),
    ...(mend === null ? [] : [{ text: `|   mend: ${mend}` }]),
  ];
}
