/** Steps of a plan and what they refer to, in few words. */
import type { Arg, FactRef, Ref, Step } from '../../../schemas/index.js';

/** Refers to an earlier step, or to a part of its value. */
export function ref(step: string, path?: string): Ref {
  return path === undefined ? { kind: 'ref', ref: step } : { kind: 'ref', ref: step, path };
}

/** Refers to a fact of the run, or to a part of it. */
export function fact(name: string, path?: string): FactRef {
  return path === undefined ? { kind: 'fact', name } : { kind: 'fact', name, path };
}

/** A tool step. */
export function call(id: string, tool: string, args: Readonly<Record<string, Arg>> = {}): Step {
  return { kind: 'tool', id, tool, args };
}
