/**
 * The request that an approver rules on: everything that shapes the call, bound by one digest
 * (behaviour ). Built from what the gate decided on, never from what a value says.
 */
import {
  APPROVAL_TTL_MS,
  type ApprovalRequest,
  type ApprovalSubject,
  isJsonObject,
  type Json,
  type JsonObject,
  type Label,
  type RulingNeeds,
} from '../../schemas/index.js';
import type { EffectCall } from '../gate/call.js';
import type { Verdict } from '../gate/verdict.js';
import type { FollowedPaths } from '../policy/followed-facet.js';
import { createRecord, freeze } from '../primordials.js';
import { argumentUnits, type Unit } from '../provenance/units.js';
import { canonicalText, sha256 } from '../snapshot/digest.js';
import type { ToolDefinition } from '../tools/definition.js';
import { approvalView } from './view.js';

/** What a request says beside the call and its verdict. */
export interface RequestPlace {
  readonly approval: string;
  readonly agent: string | null;
  /** Where relative paths of the gate begin. */
  readonly cwd: string | null;
  /** Version of the policy that asked. */
  readonly policy: string;
  readonly toolTimeoutMs: number | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const noNames: readonly string[] = freeze([]);
const directoryKeys: readonly string[] = freeze(['cwd', 'workdir', 'working_directory']);
const variableKeys: readonly string[] = freeze(['env', 'environment']);

/** Makes the request about one call; null where a stage before the schema refused it. */
export function approvalRequest(
  call: EffectCall,
  verdict: Verdict,
  place: RequestPlace,
): ApprovalRequest | null {
  const { args, tree, digest } = verdict;
  if (args === null || tree === null || digest === null) return null;
  const { definition } = call;
  const { spec } = definition;
  const units = argumentUnits({ args, tree }, definition.args);
  const subject: ApprovalSubject = {
    approval: place.approval,
    run: call.run,
    call: call.id,
    principal: call.principal,
    agent: place.agent,
    tool: spec.name,
    definition: definition.digest,
    args: digest,
    labels: labelsDigest(units),
    policy: place.policy,
    cwd: directoryOf(args, place.cwd),
    environment: variablesOf(args),
    timeoutMs: spec.timeoutMs ?? place.toolTimeoutMs,
    obligations: verdict.obligations,
    needs: needsOf(definition),
    openedAt: place.now,
    expiresAt: place.now + APPROVAL_TTL_MS,
  };
  return freeze({ ...subject, view: approvalView(args, units), digest: subjectDigest(subject) });
}

/** What a ruling binds: the digest of everything that a request says but its rendering. */
export function subjectDigest(subject: ApprovalSubject): string {
  const { approval, run, call, principal, agent, tool, definition, args, labels } = subject;
  const { policy, cwd, environment, timeoutMs, obligations, needs } = subject;
  const { openedAt, expiresAt, effects } = subject;
  const bound = {
    approval,
    run,
    call,
    principal,
    agent,
    tool,
    definition,
    args,
    labels,
    policy,
    cwd,
    environment,
    timeoutMs,
    obligations,
    needs,
    openedAt,
    expiresAt,
    ...(effects === undefined ? {} : { effects }),
  };
  return sha256(canonicalText(bound as unknown as Json));
}

/** SHA-256 of the labels of all arguments, by pointer. */
export function labelsDigest(units: readonly Unit[]): string {
  const labels: Record<string, Label> = createRecord();
  for (const { pointer, label } of units) labels[pointer] = label;
  return sha256(canonicalText(labels as unknown as Json));
}

/** SHA-256 of where the paths of a call lead. */
export function pathsDigest(paths: FollowedPaths): string {
  return sha256(canonicalText(paths as unknown as Json));
}

/** What it takes to allow a call of a tool. */
export function needsOf({ spec }: ToolDefinition): RulingNeeds {
  const { atLeast = 1, signed = false } = spec.approval ?? {};
  return freeze({ atLeast, signed });
}

function directoryOf(args: JsonObject, cwd: string | null): string | null {
  for (const key of directoryKeys) {
    const given = args[key];
    if (typeof given === 'string') return given;
  }
  return cwd;
}

function variablesOf(args: JsonObject): readonly string[] {
  for (const key of variableKeys) {
    const given = args[key];
    if (given !== undefined && isJsonObject(given)) return freeze(Object.keys(given).sort());
  }
  return noNames;
}
