/** A call as a session asks for it, and as every stage of the gate sees it. */
import { type Grant, isJsonObject, type Label, type Source } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import type { EffectCall } from '../gate/call.js';
import { freeze } from '../primordials.js';
import { fieldBits } from '../provenance/carried.js';
import { type Labelled, openTainted, type Tainted } from '../provenance/tainted.js';
import type { ToolDefinition } from '../tools/definition.js';
import { takeConfirmation } from './asked-confirmation.js';

/** A call as a session asks for it. */
export interface CallRequest {
  readonly id: string;
  readonly run: string;
  readonly step: string;
  readonly tool: string;
  readonly args: Tainted;
  readonly decision: Label;
  /** Who had a say in the condition of a `when`; nobody where the step is none. */
  readonly condition: readonly Source[];
  readonly authority: Grant;
  readonly principal: string;
  /** What it is done for: the user's words, in a sub-kernel its instruction. */
  readonly intent: string;
  readonly facts: Readonly<Record<string, Labelled>>;
}

/**
 * The call for the gate; labelled values are frozen snapshots, so the gate and the tool see the
 * same bytes. @throws KernelFault `tainted_required`
 */
export function effectCall(request: CallRequest, definition: ToolDefinition): EffectCall {
  const { id, run, step, decision, condition, authority, principal, intent, facts } = request;
  const given = openTainted(request.args);
  const { value, tree: labels } = given;
  if (!isJsonObject(value))
    throw new KernelFault('tainted_required', 'arguments that are no record');
  const { args, tree, isForced } = takeConfirmation(definition, value, labels);
  // Spelled out: a spread would cost more than all the checks.
  return freeze({
    id,
    run,
    step,
    definition,
    args,
    tree,
    bits: fieldBits(given),
    decision,
    condition,
    authority,
    principal,
    intent,
    facts,
    isForced,
    canonical: null,
  });
}
