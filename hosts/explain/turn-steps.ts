/** The steps of a turn, out of its line in the log, and the references between them. Pure. */
import type { RecordedArgument, TurnRecord } from '../turns/turn-record.js';
import type { DataEdge, PlannedStep, PlannedSteps } from './explained-run.js';

const REFERENCE = /^\{\{(step[0-9]+)(?:\.(.*))?\}\}$/;

/** Finds the turn that a run was: by the calls that it names. */
export function turnOfRun(turns: readonly TurnRecord[], run: string): TurnRecord | null {
  const isOf = ({ turn, steps }: TurnRecord): boolean =>
    turn === run || steps.some(({ effect }) => effect?.startsWith(`${run}.`) === true);
  return turns.filter(isOf).at(-1) ?? null;
}

/** The steps of a turn as those of a plan. */
export function turnSteps({ steps }: TurnRecord): PlannedSteps {
  const shown = steps.map(
    ({ step, tool, args, outcome }): PlannedStep => ({
      step: `step${step}`,
      kind: outcome === 'answer' ? 'answer' : 'tool',
      what: tool ?? '',
      from: Object.entries(args).flatMap(([name, value]) => edgesOf(value, `/${name}`)),
    }),
  );
  return { check: { kind: 'recorded' }, steps: shown, isCut: false };
}

function edgesOf(value: RecordedArgument, argument: string): readonly DataEdge[] {
  if ('list' in value) return value.list.flatMap((item, i) => edgesOf(item, `${argument}/${i}`));
  const found = 'ref' in value ? REFERENCE.exec(value.ref) : null;
  const [, step = '', path = ''] = found ?? [];
  return step === '' ? [] : [{ step, argument, path }];
}
