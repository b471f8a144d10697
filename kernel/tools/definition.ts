/**
 * A tool's definition as the Gate sees it: spec, validators, compiled declarations and their
 * digest; no callable. Built once when a tool is defined.
 */
import {
  type ArgSpec,
  type CatalogueTool,
  type DeclaredTool,
  isScalarPlace,
  type Json,
  type Pointer,
  pointerMisfit,
  type ResultSpec,
  type ToolSpec,
  toolSpecSchema,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { type NamesPlan, planOfNames } from '../policy/names-plan.js';
import { freeze } from '../primordials.js';
import { digestOf } from '../snapshot/digest.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { type FieldNode, fieldTree, withField } from './field-tree.js';
import { compilePatterns, type PatternNode } from './pattern.js';
import { makeValidator, type SchemaInput, type Validator } from './validator.js';

export interface ToolDefinition {
  readonly spec: ToolSpec;
  readonly input: Validator;
  readonly output: Validator;
  readonly args: PatternNode<ArgSpec>;
  /** What its arguments name, for the rules. */
  readonly names: NamesPlan;
  /** The keys that the input schema names, and `confirm`; any other may be content. */
  readonly fields: FieldNode;
  /** Whether `confirm` is an argument of its own; else it is the wish to have the user asked. */
  readonly ownsConfirm: boolean;
  readonly result: PatternNode<ResultSpec>;
  readonly hasResultSpecs: boolean;
  readonly catalogue: CatalogueTool;
  /** SHA-256 of the spec and both JSON Schemas. */
  readonly digest: string;
}

/**
 * What a host gives of a tool beside its callable. What writes, sends or changes state by reading
 * without a class is a type error here and `tool_malformed` at run time (behaviour G-7).
 */
export type DefinitionInput = DeclaredTool & {
  readonly input: SchemaInput;
  readonly output: SchemaInput;
};

/**
 * Checks and compiles a tool definition.
 * @throws KernelFault `tool_malformed` or `schema_refused`
 */
export function makeDefinition(given: DefinitionInput): ToolDefinition {
  const { input: inputSchema, output: outputSchema, ...data } = given;
  const parsed = toolSpecSchema.safeParse(plainSpec(data));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const at = (issue?.path ?? []).map((key) => `/${String(key)}`).join('');
    throw new KernelFault(
      'tool_malformed',
      `tool definition at \`${at}\`: ${issue?.message ?? 'malformed'}`,
    );
  }
  const spec = snapshot(parsed.data) as unknown as ToolSpec;
  const input = makeValidator(inputSchema, 'input');
  const output = makeValidator(outputSchema, 'output');
  assertPlaces('input', argumentPlaces(spec), input.jsonSchema, inputSchema);
  assertPlaces('output', resultPlaces(spec), output.jsonSchema, outputSchema);
  assertKeyPlace(spec, input.jsonSchema, inputSchema);
  const fields = fieldTree(input.jsonSchema);
  const args = compilePatterns(spec.args, Object.keys(fields.fields));
  const ownsConfirm = canHave('/confirm', input.jsonSchema, inputSchema);
  const { name, description, effect, capabilities } = spec;
  const catalogue = freeze({
    name,
    description,
    effect,
    capabilities,
    input: input.jsonSchema,
    output: output.jsonSchema,
  });
  return freeze({
    spec,
    input,
    output,
    args,
    names: planOfNames(args),
    fields: ownsConfirm ? fields : withField(fields, 'confirm'),
    ownsConfirm,
    result: compilePatterns(spec.result),
    hasResultSpecs: Object.keys(spec.result).length > 0,
    catalogue,
    digest: digestOf(
      snapshot({ spec, input: input.jsonSchema, output: output.jsonSchema }) as Json,
    ),
  });
}

/** Every pointer that a spec says something of an argument by. */
function argumentPlaces({ args, recipients = [], idempotency }: ToolSpec): readonly Pointer[] {
  const key = idempotency === undefined ? [] : [idempotency];
  return [...Object.keys(args), ...recipients.map(({ from }) => from), ...key];
}

/** The same of a result. */
function resultPlaces({ result }: ToolSpec): readonly Pointer[] {
  return Object.entries(result).flatMap(([place, { mintedWhere, readersFrom, subjectsFrom }]) => [
    place,
    ...[mintedWhere, readersFrom, subjectsFrom].flat().flatMap((part) => part?.from ?? []),
  ]);
}

/** A declaration for a place that does not exist declares nothing, and nobody would notice. */
function assertPlaces(
  io: 'input' | 'output',
  places: readonly Pointer[],
  jsonSchema: object,
  schema: SchemaInput,
): void {
  for (const place of places) {
    const misfit = misfitAt(place, jsonSchema, schema);
    if (misfit === null) continue;
    const what = `names what the ${io} schema cannot have, ${misfit}`;
    throw new KernelFault('tool_malformed', `tool definition: \`${place}\` ${what}`);
  }
}

function misfitAt(place: Pointer, jsonSchema: object, schema: SchemaInput): string | null {
  // Of a zod schema, keys that it does not name are refused at the call.
  return pointerMisfit(place, jsonSchema, { refusesUnnamed: '_zod' in schema });
}

function canHave(place: Pointer, jsonSchema: object, schema: SchemaInput): boolean {
  return misfitAt(place, jsonSchema, schema) === null;
}

/** A key that is no text and no number is none: two calls could not be told apart by it. */
function assertKeyPlace({ idempotency }: ToolSpec, jsonSchema: object, schema: SchemaInput): void {
  if (idempotency === undefined) return;
  if (isScalarPlace(idempotency, jsonSchema, { refusesUnnamed: '_zod' in schema })) return;
  const what = 'must name one argument that is a text or a number, as `idempotency`';
  throw new KernelFault('tool_malformed', `tool definition: \`${idempotency}\` ${what}`);
}

/** The spec as own plain data: a field that it inherits is not declared. */
function plainSpec(data: object): Json {
  try {
    return snapshot(data);
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    throw new KernelFault('tool_malformed', `tool definition: ${error.message}`);
  }
}
