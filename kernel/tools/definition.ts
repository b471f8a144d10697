/**
 * A tool's definition as the Gate sees it: spec, validators, compiled declarations and their
 * digest; no callable. Built once when a tool is defined.
 */
import {
  type ArgSpec,
  type CatalogueTool,
  type Json,
  type ResultSpec,
  type ToolSpec,
  type ToolSpecInput,
  toolSpecSchema,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import { digestOf } from '../snapshot/digest.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { fieldNames } from './field-names.js';
import { compilePatterns, type PatternNode } from './pattern.js';
import { makeValidator, type SchemaInput, type Validator } from './validator.js';

export interface ToolDefinition {
  readonly spec: ToolSpec;
  readonly input: Validator;
  readonly output: Validator;
  readonly args: PatternNode<ArgSpec>;
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
    args: compilePatterns(spec.args, fieldNames(input.jsonSchema)),
    result: compilePatterns(spec.result),
    hasResultSpecs: Object.keys(spec.result).length > 0,
    catalogue,
    digest: digestOf(
      snapshot({ spec, input: input.jsonSchema, output: output.jsonSchema }) as Json,
    ),
  });
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
