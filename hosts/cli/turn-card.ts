/**
 * The card at the end of a turn: the answer made inert, what happened, and for each refusal why and
 * what would make it pass. Never a bare tainted value.
 */
import type { TurnStep } from '../../reasoner/index.js';
import { codes, type TraceEvent } from '../../schemas/index.js';
import { visibleLine } from '../answer/visible-text.js';
import { renderAnswer } from '../render-answer.js';
import type { TakenTurn } from '../turns/taken-turn.js';
import { decisionsText, resultData } from './run-report.js';
import type { Paint } from './screen.js';

/** The card for people. */
export function turnCard(
  taken: TakenTurn,
  { paint, isFull }: { readonly paint: Paint; readonly isFull: boolean },
): string {
  const { turn, mode, route, outcome, result, entries } = taken;
  const { status, effects } = result;
  const colour = status === 'committed' ? paint.green : paint.red;
  const refused = refusals(taken);
  const lines = [
    ...(isFull ? rankingLines(taken, paint) : []),
    ...(isFull ? [paint.bold('decisions'), ...decisionsText(result.trace, paint)] : []),
    ...(effects.length === 0 ? [] : [paint.bold('effects')]),
    ...effects.map(({ step, tool, outcome: how }) => `  ${step}  ${paint.bold(tool)}  ${how}`),
    ...(refused.length === 0 ? [] : [paint.bold('refused')]),
    ...refused,
    ...(entries.length === 0 ? [] : [paint.bold('long results, kept for an hour')]),
    ...entries.map(({ id, bytes, kind }) => `  ${id}  ${kind}, ${bytes} bytes`),
    `${paint.bold('turn')} ${turn}  ${mode}, ${route.tier} model  ${colour(status)}, ${outcome.kind}`,
    ...(outcome.message === null ? [] : [`  ${visibleLine(outcome.message)}`]),
    ...problemLines(taken),
  ];
  if (result.output !== null) lines.push(paint.bold('answer'), renderAnswer(result.output));
  return `${lines.join('\n')}\n`;
}

type Decided = Extract<TraceEvent, { readonly denial: unknown }>;

/** What was refused, by the Gate and by the loop, and what would make it pass. */
function refusals({ outcome, result }: TakenTurn): readonly string[] {
  const byGate = result.trace.flatMap((event) =>
    event.kind === 'gate_denied' ? denied(event) : [],
  );
  const byLoop = outcome.steps.filter(({ status }) => status === 'refused').flatMap(loopRefusal);
  return [...byGate, ...byLoop].map((line) => visibleLine(line));
}

function denied({ step, tool, denial }: Decided): readonly string[] {
  if (denial === null) return [];
  const { code, reason, mend, remedies } = denial;
  return [
    `  ${step}  ${tool}  ${code}: ${reason}`,
    `      mend: ${mend}`,
    ...remedies.map(({ move, detail }) => `      could pass: ${move}: ${detail}`),
  ];
}

function loopRefusal({ step, tool, code }: TurnStep): readonly string[] {
  if (code === null) return [];
  return [
    `  ${step}  ${tool ?? 'answer'}  ${code}`,
    `      the model was told: ${codes[code].mend}`,
  ];
}

function problemLines({ result: { problem, detail }, outcome }: TakenTurn): readonly string[] {
  const lines: string[] = [];
  const said = detail === null ? '' : renderAnswer(detail).replaceAll('\n', '\n    ');
  if (problem !== null && problem.denial === null && outcome.kind !== 'cap_steps')
    lines.push(`  ${problem.code}: ${problem.message}`, `  mend: ${problem.mend}`);
  const told = lines.map((line) => visibleLine(line));
  // Beneath one another, but never where a line of ours begins.
  return detail === null ? told : [...told, `  the tool said: ${said}`];
}

function rankingLines({ ranking, route }: TakenTurn, paint: Paint): readonly string[] {
  const { k, confidence, reason, scores } = ranking;
  return [
    paint.bold('on offer'),
    `  ${k} of the catalogue, ${reason}, confidence ${confidence.toFixed(2)}; ${route.loop}: ${route.reason}`,
    ...scores.map(({ name, score }) => `  ${String(score).padStart(3)}  ${name}`),
  ];
}

/** The same as data. */
export function turnData(taken: TakenTurn): object {
  const { turn, mode, route, ranking, outcome, result, entries, before } = taken;
  return {
    turn,
    mode,
    route,
    ranking,
    kind: outcome.kind,
    message: outcome.message,
    steps: outcome.steps.map(({ thinking: _, text: __, ...step }) => step),
    entries: entries.map(({ id, bytes, kind }) => ({ id, bytes, kind })),
    before: before?.turn ?? null,
    ...resultData(result),
  };
}
