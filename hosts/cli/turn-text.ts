/** A turn of the log in lines for people. Pure. */
import { visibleLine } from '../answer/visible-text.js';
import type { RecordedArgument, TurnRecord, TurnStep } from '../turns/turn-record.js';

/** Says what the log says of one turn; nothing in it can move a terminal. */
export function turnText(turn: TurnRecord): string {
  const { mode, tier, models, candidates, kind, finalText } = turn;
  const same = models.same.map((group) => `; ${group.join(' and ')} are one model`).join('');
  const row = (name: string, value: string): string => visibleLine(`${name.padEnd(11)}${value}`);
  return [
    row('Turn', turn.turn),
    row('Time', `${turn.started} to ${turn.ended}`),
    row('Query', turn.query),
    row('Mode', `${mode}, ${tier} model: ${models[tier] ?? 'not named'}${same}`),
    row('On offer', candidates.length === 0 ? 'nothing' : candidates.join(', ')),
    ...turn.steps.flatMap((step) => stepLines(step).map((line) => row('', line))),
    row('Ended as', kind),
    row('Answer', finalText ?? 'not kept: there is none, or it may hold content'),
  ].join('\n');
}

function stepLines(step: TurnStep): readonly string[] {
  const { tool, code, outcome, effect, scratchpad, unknownArgs } = step;
  const names = Object.entries(step.args).map(([name, value]) => `${name}=${argumentText(value)}`);
  const others = unknownArgs === 0 ? [] : [`${unknownArgs} of other names`];
  const asked = tool === null ? 'no call' : `${tool}(${[...names, ...others].join(', ')})`;
  const ended = code === null ? outcome : `${outcome}: ${code}`;
  const kept = scratchpad === null ? '' : `, result in scratchpad ${scratchpad}`;
  const call = effect === null ? '' : `, call ${effect}`;
  const tokens = `${step.inputTokens ?? '?'} tokens in, ${step.outputTokens ?? '?'} out`;
  return [
    `${step.step}. ${asked}`,
    `   ${ended}${call}${kept}`,
    `   model ${step.latencyMs ?? '?'} ms, ${tokens}; tool ${step.execMs ?? '?'} ms`,
  ];
}

function argumentText(value: RecordedArgument): string {
  if ('said' in value) return JSON.stringify(value.said);
  if ('ref' in value) return value.ref;
  if ('list' in value) return `[${value.list.map(argumentText).join(', ')}]`;
  return `<${value.withheld}>`;
}
