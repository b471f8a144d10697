/** Makes of a model's call what the session may take: a fragment of one step, or an answer. */
import type { JsonObject, Operand, Ref, Step, TurnContext } from '../../schemas/index.js';
import type { AskedCall, OfferedTool } from '../conversation.js';
import { ANSWER, answerReference, compileBuiltin } from './builtins.js';
import { SCRATCHPAD } from './offered.js';
import { type Compiled, type Known, planFields, planOperand } from './plan-value.js';

/** A call that was made a step, or the answer of the turn. */
export type Made =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'answer'; readonly ref: Ref };

/** What steps are made with. */
export interface StepDesk {
  readonly context: TurnContext;
  readonly offer: readonly OfferedTool[];
  /** The entry of the scratchpad that a step made; null where there is none. */
  readonly entryOf: (step: string) => string | null;
}

/** Makes a step of a call, with this id. */
export function makeStep(call: AskedCall, id: string, desk: StepDesk): Compiled<Made> {
  const { context, offer } = desk;
  const args: unknown = call.args;
  if (!isPlainObject(args)) return { ok: false, code: 'turn_arguments_malformed', at: '' };
  if (!offer.some(({ name }) => name === call.name))
    return { ok: false, code: 'turn_tool_unknown', at: '' };
  const known = knownOf(context);
  if (call.name === ANSWER) return answered(answerReference(args, known));
  if (call.name === SCRATCHPAD) return scratchpadStep(args, id, desk);
  const built = compileBuiltin(call.name, args, id, known);
  if (built !== null) return stepped(built);
  const fields = planFields(args, '', known);
  return fields.ok ? stepped({ ok: true, value: toolStep(id, call.name, fields.value) }) : fields;
}

type Args = Extract<Step, { kind: 'tool' }>['args'];

function toolStep(id: string, tool: string, args: Readonly<Args>): Step {
  return { kind: 'tool', id, tool, args: { ...args } };
}

function stepped(step: Compiled<Step>): Compiled<Made> {
  return step.ok ? { ok: true, value: { kind: 'step', step: step.value } } : step;
}

function answered(operand: Compiled<Operand>): Compiled<Made> {
  if (!operand.ok) return operand;
  if (operand.value.kind === 'ref')
    return { ok: true, value: { kind: 'answer', ref: operand.value } };
  return { ok: false, code: 'turn_reference_unknown', at: 'value' };
}

/** What may be referred to: steps that have a value, and facts. */
function knownOf({ handles, facts }: TurnContext): Known {
  return {
    hasStep: (id) => handles.some(({ step, status }) => step === id && status === 'done'),
    hasFact: (name) => facts.some((fact) => fact.name === name),
  };
}

/**
 * The content itself is an argument of the reading, so that its label is the label of the part; the
 * id says that it is this turn's to read.
 */
function scratchpadStep(
  args: JsonObject,
  id: string,
  { context, entryOf }: StepDesk,
): Compiled<Made> {
  const known = knownOf(context);
  const { source, ...how } = args;
  const content = planOperand(source, 'source', known);
  if (!content.ok) return content;
  const to = content.value;
  const handle = context.handles.find(({ step }) => to.kind === 'ref' && step === to.ref);
  const entry = handle === undefined ? null : entryOf(handle.step);
  if (entry === null || to.kind !== 'ref' || to.path !== undefined)
    return { ok: false, code: 'turn_reference_unknown', at: 'source' };
  const fields = planFields(how, '', known);
  if (!fields.ok) return fields;
  return stepped({
    ok: true,
    value: toolStep(id, SCRATCHPAD, { ...fields.value, id: entry, content: to }),
  });
}

/** Whatever a provider gave: one JSON object, or nothing. */
function isPlainObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
