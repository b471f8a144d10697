/** Steps of a plan in few words. A plan's final step is its last one. */
import type { Arg, FactRef, Operand, Ref, Step } from '../../schemas/index.js';

/** Refers to an earlier step, or to a part of its value. */
export function ref(step: string, path?: string): Ref {
  return path === undefined ? { kind: 'ref', ref: step } : { kind: 'ref', ref: step, path };
}

/** Refers to a fact of the run. */
export function fact(name: string, path?: string): FactRef {
  return path === undefined ? { kind: 'fact', name } : { kind: 'fact', name, path };
}

/** A record that the planner builds. */
export function record(fields: Readonly<Record<string, Arg>>): Arg {
  return { kind: 'record', fields };
}

/** A tool step. */
export function call(id: string, tool: string, args: Readonly<Record<string, Arg>> = {}): Step {
  return { kind: 'tool', id, tool, args };
}

/** A tool or parse step that may overlap with its neighbours. */
export function parallel(step: Step): Step {
  return { ...step, parallel: true } as Step;
}

/** A constant. */
export function constant(id: string, value: string | number | boolean | null): Step {
  return { kind: 'const', id, value };
}

/** Values side by side. */
export function merge(id: string, inputs: Readonly<Record<string, Operand>>): Step {
  return { kind: 'merge', id, inputs };
}

/** A step of the quarantined parser. */
export function parse(id: string, source: Operand, schema: string, instruction = 'Read it.'): Step {
  return { kind: 'q_parse', id, source, schema_ref: schema, instruction };
}

/** A sub-kernel over content. */
export function child(
  id: string,
  source: Operand,
  grant: readonly string[],
  instruction = 'Do what it needs.',
): Step {
  return { kind: 'subkernel', id, source, grant: [...grant], instruction };
}

/** A plan of these steps. */
export function planOf(...steps: readonly Step[]): { steps: readonly Step[]; final: string } {
  return { steps, final: steps.at(-1)?.id ?? '' };
}
