/**
 * A tool's definition as the Gate sees it: spec, validators, compiled declarations and their
 * digest; no callable. Built once when a tool is defined.
 */
import {
  type ArgSpec,
  type CatalogueTool,
  type Json,
  type Pointer,
  pointerMisfit,
  type ResultSpec,
  type ToolSpec,
  type ToolSpecInput,
  toolSpecSchema,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { type NamesPlan, planOfNames } from '../policy/names-plan.js';
import { freeze } from '../primordials.js';
import { digestOf } from '../snapshot/digest.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { type FieldNode, fieldTree } from './field-tree.js';
import { compilePatterns, type PatternNode } from './pattern.js';
import { makeValidator, type SchemaInput, type Validator } from './validator.js';

export interface ToolDefinition {
  readonly spec: ToolSpec;
  readonly input: Validator;
  readonly output: Validator;
  readonly args: PatternNode<ArgSpec>;
  /** What its arguments name, for the rules. */
  readonly names: NamesPlan;
  /** The keys that the input schema names; any other may be content. */
  readonly fields: FieldNode;
  readonly result: PatternNode<ResultSpec>;
  readonly hasResultSpecs: boolean;
  readonly catalogue: CatalogueTool;
  /** SHA-256 of the spec and both JSON Schemas. */
  readonly digest: string;
}

export type DefinitionInput = ToolSpecInput & {
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
  const fields = fieldTree(input.jsonSchema);
  const args = compilePatterns(spec.args, Object.keys(fields.fields));
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
    fields,
    result: compilePatterns(spec.result),
    hasResultSpecs: Object.keys(spec.result).length > 0,
    catalogue,
    digest: digestOf(
      snapshot({ spec, input: input.jsonSchema, output: output.jsonSchema }) as Json,
    ),
  });
}

/** Every pointer that a spec says something of an argument by. */
function argumentPlaces({ args, recipients = [] }: ToolSpec): readonly Pointer[] {
  return [...Object.keys(args), ...recipients.map(({ from }) => from)];
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
  // Of a zod schema, keys that it does not name are refused at the call.
  const refusesUnnamed = '_zod' in schema;
  for (const place of places) {
    const misfit = pointerMisfit(place, jsonSchema, { refusesUnnamed });
    if (misfit === null) continue;
    const what = `names what the ${io} schema cannot have, ${misfit}`;
    throw new KernelFault('tool_malformed', `tool definition: \`${place}\` ${what}`);
  }
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
