/**
 * What an argument carries, read off the plan alone: no value is looked at. The reference for
 * kernel/provenance/carried.ts, which takes it along from step to step.
 */
import { type Arg, type Json, type Operand, type Step, signatureOf } from '../../schemas/index.js';
import { type Context, literalLabel } from './naive-context.js';
import type { NaiveFact } from './naive-declass.js';
import type { NaiveLabel } from './naive-label.js';
import { naiveFlat } from './naive-tree.js';

/** Where the parts of a plan are looked up. */
export interface NaivePlan {
  /** All steps, those inside maps too. */
  readonly steps: ReadonlyMap<string, Step>;
  readonly context: Context;
  readonly facts: ReadonlyMap<string, NaiveFact>;
  /** How many values a field of a schema of the parser can have. */
  readonly choices: (schema: string, path: string | undefined) => number;
}

const OPEN = Number.POSITIVE_INFINITY;

function isPublic({ sources, control, readers, subjects }: NaiveLabel): boolean {
  const isOurs = (source: string): boolean => /^(user|host|planner)$/.test(source);
  const isClean = (source: string): boolean => isOurs(source) || /^host:/.test(source);
  if (readers !== 'anyone' || [...subjects].some((one) => one !== 'user')) return false;
  return [...sources].every(isOurs) && [...control].every(isClean);
}

/** Bits that each argument of a call can carry. */
export function naiveCarried(
  args: { readonly [key: string]: Arg },
  plan: NaivePlan,
): ReadonlyMap<string, number> {
  return new Map(Object.entries(args).map(([key, arg]) => [key, naiveBits(arg, plan)]));
}

/** Bits that an argument of the plan can carry. */
export function naiveBits(arg: Arg, plan: NaivePlan): number {
  const { context } = plan;
  // A planner that has read content can say whatever is in it.
  if (context.taint.length > 0) return OPEN;
  if (typeof arg !== 'object' || arg === null) return literalBits(arg, context);
  const sum = (parts: readonly Arg[]): number => {
    const all = parts.map((part) => naiveBits(part, plan));
    return isPublic(context.shape) ? all.reduce((total, bits) => total + bits, 0) : OPEN;
  };
  if (Array.isArray(arg)) return sum(arg);
  const node = arg as Operand | { readonly kind: 'record'; readonly fields: object };
  if (node.kind === 'record') return sum(Object.values(node.fields));
  if (node.kind === 'each') return OPEN;
  if (node.kind === 'ref') return stepBits(plan.steps.get(node.ref), node.path, plan);
  const fact = plan.facts.get(node.name);
  return fact !== undefined && isPublic(naiveFlat(fact.tree)) ? 0 : OPEN;
}

function literalBits(value: Json, context: Context): number {
  return isPublic(literalLabel(value, context, undefined)) ? 0 : OPEN;
}

function stepBits(step: Step | undefined, path: string | undefined, plan: NaivePlan): number {
  if (step?.kind === 'const') return literalBits(step.value, plan.context);
  if (step?.kind === 'q_parse') return Math.log2(plan.choices(step.schema_ref, path));
  if (step?.kind !== 'compute') return OPEN;
  const bitsOf = (name: string): number => naiveBits(step.args[name] as Arg, plan);
  if (step.fn === 'choose') return Math.log2(2 ** bitsOf('yes') + 2 ** bitsOf('no'));
  const asksItems = signatureOf(step.fn).where !== undefined;
  return asksItems ? OPEN : Object.keys(step.args).reduce((sum, name) => sum + bitsOf(name), 0);
}
