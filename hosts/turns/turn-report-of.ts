/** What a turn tells its log: as it was; `redactTurn` decides what of it is written. */
import { declassify } from '../../kernel/index.js';
import { type TurnStep as LoopStep, reservedArguments } from '../../reasoner/index.js';
import { isJsonObject, isTaintedSource, type Json, type TraceEvent } from '../../schemas/index.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { ScratchpadEntry } from '../scratchpad/scratchpad-shape.js';
import type { Settings } from '../settings/settings.js';
import type { TakenTurn } from './taken-turn.js';
import type { StepOutcome } from './turn-record.js';
import { type TurnReport, type TurnStepReport, turnModels } from './turn-report.js';

export interface Reported {
  readonly taken: Omit<TakenTurn, 'before'>;
  readonly query: string;
  /** By the id of their step. */
  readonly entries: ReadonlyMap<string, ScratchpadEntry>;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly settings: Settings;
  readonly catalogue: Pick<Catalogue, 'executors'>;
}

/** Reports a turn. */
export function reportOf(reported: Reported): TurnReport {
  const { taken, query, started, settings } = reported;
  const { turn, mode, route, ranking, outcome } = taken;
  return {
    turn,
    started,
    ended: Date.now(),
    mode,
    tier: route.tier,
    query,
    candidates: [...new Set([...ranking.chosen, ...Object.keys(reservedArguments)])],
    steps: outcome.steps.map((step) => stepOf(step, reported)),
    kind: outcome.kind,
    final: finalOf(taken),
    models: turnModels(settings.models),
  };
}

function finalOf({ outcome, result }: Reported['taken']): TurnReport['final'] {
  const { output } = result;
  if (output === null)
    return outcome.message === null ? null : { text: outcome.message, isTainted: false };
  const { sources, control } = output.label;
  const isTainted = [...sources, ...control].some((source) => isTaintedSource(source));
  const value = declassify(output, { reason: 'redacted for the log of turns' });
  return { text: typeof value === 'string' ? value : JSON.stringify(value), isTainted };
}

function stepOf(step: LoopStep, { taken, entries, catalogue }: Reported): TurnStepReport {
  const { tool, args, id, code } = step;
  const decision = taken.result.trace
    .filter(isDecision)
    .filter((one) => one.step === id)
    .at(-1);
  return {
    step: step.step,
    latencyMs: Math.round(step.modelMs),
    inputTokens: step.usage.inputTokens,
    outputTokens: step.usage.outputTokens,
    tool,
    args: Object.fromEntries(args.map(({ name, value }) => [name, value])),
    parameters: parametersOf(tool, catalogue),
    outcome: outcomeOf(step),
    code,
    vaglioApproved: decision === undefined ? null : wasApproved(decision),
    effect: decision?.call ?? null,
    execMs: Math.round(step.runMs),
    scratchpad: id === null ? null : (entries.get(id)?.id ?? null),
  };
}

type Decision = Extract<TraceEvent, { readonly kind: 'gate_allowed' | 'gate_denied' }>;

function isDecision(event: TraceEvent): event is Decision {
  return event.kind === 'gate_allowed' || event.kind === 'gate_denied';
}

function wasApproved({ answers }: Decision): boolean {
  return answers.every(
    ({ stage, outcome }) => outcome !== 'deny' || (stage !== 'guard' && stage !== 'judge'),
  );
}

function outcomeOf({ status, code }: LoopStep): StepOutcome {
  switch (status) {
    case 'done':
      return 'committed';
    case 'denied':
      return 'blocked';
    case 'answer':
    case 'failed':
    case 'rejected':
      return status;
    case 'refused':
      if (code === 'turn_call_repeated' || code === 'turn_call_cyclic') return 'duplicate';
      return code === null ? 'capped' : 'rejected';
    case 'over':
      return code?.startsWith('limit_') === true || code === 'cancelled' ? 'aborted' : 'uncertain';
  }
}

function parametersOf(
  tool: string | null,
  { executors }: Pick<Catalogue, 'executors'>,
): readonly string[] {
  if (tool === null) return [];
  if (Object.hasOwn(reservedArguments, tool)) return reservedArguments[tool] ?? [];
  const input = executors.find(({ name }) => name === tool)?.manifest.input as Json | undefined;
  const properties = input !== undefined && isJsonObject(input) ? input['properties'] : undefined;
  return properties !== undefined && isJsonObject(properties) ? Object.keys(properties) : [];
}
