/**
 * What a model may call beside the tools of the catalogue: steps of a plan that touch nothing
 * outside. Each becomes one step; what it makes stays in the session.
 */
import {
  isJsonList,
  type Json,
  type JsonObject,
  type Operand,
  type Step,
  type TurnContext,
} from '../../schemas/index.js';
import type { OfferedTool } from '../conversation.js';
import { type ArgumentForms, misfitOf, parametersOf } from './builtin-args.js';
import { type Compiled, type Known, planOperand, planValue } from './plan-value.js';
import { readReference } from './step-reference.js';

interface Builtin {
  readonly description: string;
  readonly forms: ArgumentForms;
  /** The argument that has to be a reference. */
  readonly operand: string;
  readonly step: (id: string, operand: Operand, args: JsonObject, known: Known) => Compiled<Step>;
}

const reference = { form: 'text', description: 'a reference such as {{step1.text}}' } as const;

const parse: Builtin = {
  description:
    'A second model without tools reads the source and fills in a schema. You get a reference.',
  forms: {
    source: reference,
    schema: { form: 'text', description: 'the name of a schema' },
    instruction: { form: 'text', description: 'what to look for' },
  },
  operand: 'source',
  step: (id, source, { schema, instruction }) =>
    made({
      kind: 'q_parse',
      id,
      source,
      schema_ref: String(schema),
      instruction: String(instruction),
    }),
};

const delegate: Builtin = {
  description: 'A planner of its own reads the source and acts on it with these capabilities only.',
  forms: {
    source: reference,
    instruction: { form: 'text', description: 'what to do with it' },
    capabilities: { form: 'texts', description: 'as few as it takes' },
  },
  operand: 'source',
  step: (id, source, { instruction, capabilities }) => {
    const grant = (capabilities as readonly Json[]).map(String);
    return made({ kind: 'subkernel', id, source, instruction: String(instruction), grant });
  },
};

const pick: Builtin = {
  description: 'Takes the one item of a list whose field equals what the user said.',
  forms: {
    list: reference,
    field: { form: 'text', description: 'the field that is compared' },
    equals: { form: 'scalar', description: 'words of the user, or a reference' },
  },
  operand: 'list',
  step: (id, list, { field, equals }, known) => {
    const right = planValue(equals ?? null, 'equals', known);
    if (!right.ok) return right;
    // A scalar of a model is a scalar or a reference of a plan.
    const where = {
      test: 'equals' as const,
      left: { kind: 'item' as const, path: String(field) },
      right: right.value as Operand | string,
    };
    return made({ kind: 'compute', id, fn: 'select', args: { list }, where });
  },
};

const answer: Pick<Builtin, 'description' | 'forms'> = {
  description: 'Ends the turn: the user is shown what the reference stands for.',
  forms: { value: reference },
};

const stepping = Object.freeze({ parse, delegate, pick });

/** Ends a turn with a value. */
export const ANSWER = 'answer';

/** The arguments of each built-in, by its name. */
export const builtinArguments: Readonly<Record<string, readonly string[]>> = Object.freeze(
  Object.fromEntries(
    Object.entries({ ...stepping, [ANSWER]: answer }).map(([name, { forms }]) => [
      name,
      Object.keys(forms),
    ]),
  ),
);

function made(step: Step): Compiled<Step> {
  return { ok: true, value: step };
}

/** A reference that stands inside other words would reach a model as those words. */
function holdsGlued(value: Json): boolean {
  if (isJsonList(value)) return value.some(holdsGlued);
  return typeof value === 'string' && readReference(value).kind === 'malformed';
}

/** Compiles a call of a built-in to one step; null for what is none. */
export function compileBuiltin(
  name: string,
  args: JsonObject,
  id: string,
  known: Known,
): Compiled<Step> | null {
  if (!Object.hasOwn(stepping, name)) return null;
  const { forms, operand, step } = stepping[name as keyof typeof stepping];
  const misfit = misfitOf(args, forms);
  if (misfit !== null) return { ok: false, code: 'turn_arguments_malformed', at: misfit };
  const glued = Object.keys(forms).find((key) => key !== operand && holdsGlued(args[key] ?? null));
  if (glued !== undefined) return { ok: false, code: 'turn_reference_malformed', at: glued };
  const to = planOperand(args[operand], operand, known);
  return to.ok ? step(id, to.value, args, known) : to;
}

/** What an answer refers to. */
export function answerReference(args: JsonObject, known: Known): Compiled<Operand> {
  const misfit = misfitOf(args, answer.forms);
  if (misfit !== null) return { ok: false, code: 'turn_arguments_malformed', at: misfit };
  return planOperand(args['value'], 'value', known);
}

/** The built-ins on offer: those that a turn can use as it stands. */
export function offeredBuiltins({ schemas, handles, grant }: TurnContext): readonly OfferedTool[] {
  if (!handles.some(({ status }) => status === 'done')) return [];
  const offer = (name: string, { description, forms }: typeof answer): OfferedTool => {
    return { name, description, parameters: parametersOf(forms) };
  };
  return [
    ...(schemas.length > 0 ? [offer('parse', parse)] : []),
    ...(grant.length > 0 ? [offer('delegate', delegate)] : []),
    offer('pick', pick),
    offer(ANSWER, answer),
  ];
}
