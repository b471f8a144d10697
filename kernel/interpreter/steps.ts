/**
 * What each step kind does: pure but for the tool step, which goes through the dispatcher, and the
 * two model steps.
 */
import {
  type Json,
  joinLabel,
  type MergeStep,
  makeLabel,
  type Operand,
  type ParseStep,
  type ToolStep,
  uniformTree,
  type WhenStep,
} from '../../schemas/index.js';
import { type Influence, nobody } from '../compute/influence.js';
import { recordFrom } from '../compute/labelled-list.js';
import { literalLabel } from '../context/planning-context.js';
import { RunStopped } from '../errors.js';
import { createRecord, freeze } from '../primordials.js';
import { type Labelled, mintTainted, openTainted } from '../provenance/tainted.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { noFields } from '../tools/field-tree.js';
import type { Validator } from '../tools/validator.js';
import { callModel } from './models.js';
import { bounded, resolveOperand, resolveRecord, type Scope } from './resolve.js';
import type { Session } from './session.js';
import { checkVerbatim, type ParseOrigin } from './verbatim.js';

const parsed = makeLabel({ sources: ['q_parse'], readers: 'anyone' });

/**
 * A step that was given its place and its call id, in plan order, before anything of its group
 * started.
 */
export interface Placed<S> {
  readonly step: S;
  readonly name: string;
  readonly call: string;
  readonly scope: Scope;
}

/** Runs a tool step through the Gate. @throws EffectDenied, RunStopped */
export async function runTool(
  session: Session,
  placed: Placed<ToolStep | WhenStep>,
  condition: Influence = nobody,
): Promise<Labelled> {
  const { engine, desk, principal, facts, run } = session.state;
  const { step, name, call, scope } = placed;
  const definition = engine.dispatcher.definitions[step.tool];
  const pattern = definition?.args ?? null;
  const fields = definition?.fields ?? noFields;
  const given = resolveRecord(step.args, scope, { pattern, inherited: null, fields });
  // INV-W8: who was told how a step ended may say so by any choice of words, values and steps.
  const args = mintTainted(session.isTold ? { ...given, capacity: undefined } : given);
  const { decision } = scope.context;
  const request = {
    id: call,
    run,
    step: name,
    tool: step.tool,
    args,
    decision,
    condition,
    authority: session.grant,
    principal,
    intent: session.intent,
    facts,
  };
  return openTainted(await engine.dispatcher.dispatch(request, desk));
}

/** Lets the quarantined parser fill a schema from content. */
export async function runParse(session: Session, placed: Placed<ParseStep>): Promise<Labelled> {
  const { engine, trace } = session.state;
  const { step, name, scope } = placed;
  const { parser } = engine;
  if (parser === null) throw new RunStopped('reasoner_missing', 'no parser');
  const source = resolveOperand(step.source, scope);
  const schema = engine.schemas[step.schema_ref];
  if (schema === undefined) throw new RunStopped('parse_invalid', 'an unknown schema');
  // INV-A3: content, instruction and schema; nothing to act with.
  const request = freeze({
    source: source.value,
    instruction: step.instruction,
    schemaName: step.schema_ref,
    schema: schema.jsonSchema,
  });
  const answer = await callModel(session.state, (port) => parser.parse(request, port));
  const value = readAnswer(answer, schema);
  let valid = false;
  try {
    if (value === undefined)
      throw new RunStopped('parse_invalid', `no \`${step.schema_ref}\` in step \`${name}\``);
    const instruction = literalLabel(step.instruction, scope.context, null);
    const labelled = labelAnswer(value, step, { source, instruction });
    valid = true;
    return { ...labelled, capacity: freeze({ kind: 'schema', schema: schema.jsonSchema }) };
  } finally {
    trace({ kind: 'q_parse_result', step: name, schema: step.schema_ref, valid });
  }
}

/** Labels what a parser answered. @throws RunStopped `parse_not_verbatim`, `path_missing` */
function labelAnswer(value: Json, step: ParseStep, origin: ParseOrigin): Labelled {
  const { source, instruction } = origin;
  // INV-P12: every leaf is as tainted as the whole source.
  const label = joinLabel(joinLabel(source.tree.flat, instruction), parsed);
  const uniform = { value, tree: uniformTree(label, typeof value === 'object' && value !== null) };
  if (step.verbatim === undefined) return uniform;
  return checkVerbatim(uniform, step.verbatim, origin);
}

function readAnswer(answer: unknown, schema: Validator): Json | undefined {
  try {
    const checked = schema.validate(snapshot(answer));
    return checked.ok ? snapshot(checked.value) : undefined;
  } catch (error) {
    if (error instanceof SnapshotRefused) return undefined;
    throw error;
  }
}

/** Puts values side by side; each keeps its labels. */
export function runMerge({ step, scope }: Placed<MergeStep>): Labelled {
  let { shape } = scope.context;
  const fields: Record<string, Labelled> = createRecord();
  for (const key in step.inputs) {
    fields[key] = resolveOperand(step.inputs[key] as Operand, scope);
    // INV-P28: the names of the parts are words of the plan.
    shape = joinLabel(shape, literalLabel(key, scope.context, null));
  }
  return bounded(recordFrom(shape, fields));
}
