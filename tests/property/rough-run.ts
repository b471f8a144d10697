/**
 * A run on which everything that can go wrong may go wrong: tools, the audit store, the approver,
 * the policy, the user's patience.
 */

import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import type { Situation } from '../../hosts/conformance/scene/situation.js';
import type { World } from '../../hosts/conformance/scene/world.js';
import type { KernelConfig } from '../../hosts/index.js';
import { memoryAuditSink } from '../../hosts/index.js';
import type { Approver, AuditHead, AuditSink, PolicySource } from '../../schemas/index.js';
import { failing } from './failing-tools.js';
import type { Played, Stage, ToolCall } from './play.js';

/** What goes wrong, and when. */
export interface Trouble {
  /** The first append that the store refuses; null for none. */
  readonly failAt: number | null;
  readonly failures: 'throw' | 'reject';
  readonly isSlow: boolean;
  readonly approver: 'none' | 'allows' | 'denies' | 'throws' | 'other';
  /** How often the policy is read before it grants nothing any more; null for never. */
  readonly revokedAt: number | null;
  /** The tool call at which the user cancels; null for never. */
  readonly cancelledAt: number | null;
}

function drawTrouble(draws: Draws): Trouble {
  const at = (percent: number, bound: number): number | null =>
    draws.chance(percent) ? draws.below(bound) : null;
  return {
    failAt: at(30, 14),
    failures: draws.pick(['throw', 'reject']),
    isSlow: draws.chance(40),
    approver: draws.pick(['allows', 'allows', 'allows', 'none', 'denies', 'throws', 'other']),
    revokedAt: at(15, 8),
    cancelledAt: at(15, 4),
  };
}

export const anyTrouble = drawn(12, drawTrouble);

export interface RoughSink extends AuditSink {
  readonly lines: () => readonly string[];
}

/** A store that refuses from some append on, at once or later. */
export function roughSink({ failAt, failures, isSlow }: Trouble): RoughSink {
  const memory = memoryAuditSink();
  let appends = 0;
  const refuse = (): void | Promise<void> => {
    if (failures === 'reject') return Promise.reject(new Error('no room'));
    throw new Error('no room');
  };
  const append = (lines: readonly string[], head: AuditHead): void | Promise<void> => {
    appends += 1;
    if (failAt !== null && appends > failAt) return refuse();
    if (!isSlow) return memory.append(lines, head);
    return Promise.resolve().then(() => memory.append(lines, head));
  };
  return { key: memory.key, head: () => memory.head(), append, lines: () => memory.lines() };
}

function roughApprover({ approver }: Trouble): Approver | null {
  if (approver === 'none') return null;
  return {
    ask: async ({ approval, digest }) => {
      if (approver === 'throws') throw new Error('no answer');
      const decision = approver === 'denies' ? 'deny' : 'allow';
      return { approval: approver === 'other' ? 'x' : approval, digest, decision, approver: 'me' };
    },
  };
}

function roughPolicy({ grant, policy }: Situation, { revokedAt }: Trouble): PolicySource {
  let reads = 0;
  return {
    current: () => {
      reads += 1;
      // The kernel reads it once when it is built.
      const isRevoked = revokedAt !== null && reads > revokedAt + 2;
      const held = isRevoked ? [] : grant;
      return { version: isRevoked ? 'v2' : 'v1', grant: held, declassify: policy };
    },
  };
}

export interface RoughRun extends Played {
  /** The audit lines that stood when each tool call began, and the id of the call. */
  readonly starts: readonly { readonly call: string; readonly lines: readonly string[] }[];
  readonly written: readonly string[];
}

/** Plays a situation with trouble. */
export async function playRoughly(stage: Stage, world: World, trouble: Trouble): Promise<RoughRun> {
  const sink = roughSink(trouble);
  const controller = new AbortController();
  const starts: { call: string; lines: readonly string[] }[] = [];
  const approver = roughApprover(trouble);
  const config: Partial<KernelConfig> = {
    audit: sink,
    ports: {
      ...stage.ports,
      policy: roughPolicy(stage.situation, trouble),
      ...(approver === null ? {} : { approver }),
    },
  };
  const played = await stage.play(world, {
    config,
    signal: controller.signal,
    act: (of) => {
      const behave = failing(of);
      return (call: ToolCall, context) => {
        starts.push({ call: context.call, lines: sink.lines() });
        if (trouble.cancelledAt === starts.length - 1) controller.abort();
        return behave(call, context);
      };
    },
  });
  return { ...played, starts, written: sink.lines() };
}
