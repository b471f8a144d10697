/** A call as a client said it, and the request that a dispatcher takes for it. */
import { isJsonObject, type JsonObject } from '../../schemas/index.js';
import type { CallRequest } from '../effects/call-request.js';
import { PlanRejected, RunStopped } from '../errors.js';
import type { Engine } from '../interpreter/engine.js';
import { createRecord, hasOwn } from '../primordials.js';
import { mintTainted } from '../provenance/tainted.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { labelArguments } from './client-arguments.js';
import type { ClientWords } from './client-label.js';
import type { ClientValues } from './client-values.js';

/** What a client said, and what it knew when it said so. */
export interface Said {
  readonly tool: string;
  /** A snapshot, or why there is none. */
  readonly args: JsonObject | RunStopped;
  readonly words: ClientWords;
  /** Null where references are not spoken. */
  readonly values: ClientValues | null;
  readonly principal: string;
  readonly intent: string;
}

/** The step that records name of a call of a client. */
export const CALL_STEP = 'call';

/**
 * Labels a call by what its client knew. @throws PlanRejected `plan_unknown_tool`; RunStopped
 * `snapshot_refused`, `schema_invalid`, `value_unknown`, `path_missing`, `snapshot_too_large`
 */
export function requestOf(
  { tool, args, words, values, principal, intent }: Said,
  { engine, run, id }: Pick<CallRequest, 'run' | 'id'> & { readonly engine: Engine },
): CallRequest {
  if (!hasOwn(engine.dispatcher.definitions, tool))
    throw new PlanRejected([{ code: 'plan_unknown_tool', at: 'tool' }]);
  if (args instanceof RunStopped) throw args;
  const labelled = labelArguments(args, { words, values });
  return {
    id,
    run,
    step: CALL_STEP,
    tool,
    args: mintTainted(labelled),
    // INV-X4: it decides by all that it was told, as with its words.
    decision: words.literal,
    condition: [],
    authority: engine.grant,
    principal,
    intent,
    facts: createRecord(),
  };
}

/**
 * Arguments as plain data, as they stand now: what becomes of them later, the client did not say.
 * Returns why there are none: `snapshot_refused`, `schema_invalid`.
 */
export function readArguments(args: unknown): JsonObject | RunStopped {
  try {
    const given = snapshot(args ?? createRecord());
    if (isJsonObject(given)) return given;
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    return new RunStopped('snapshot_refused', error.message);
  }
  return new RunStopped('schema_invalid', 'arguments that are no record');
}
