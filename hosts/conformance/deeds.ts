/** What is read off the deeds of a run. */
import { createHmac } from 'node:crypto';
import stableStringify from 'fast-json-stable-stringify';
import type { Json } from '../../schemas/index.js';
import type { Called, Deed, Played } from './play.js';
import type { ToolSketch } from './scene/tool-sketch.js';
import type { Evidence } from './subject.js';
import { ensure } from './violation.js';

/** Asks whether a record speaks of these arguments. */
export function speaksOf(evidence: Evidence, args: Json): boolean {
  const text = stableStringify(args);
  if ('args' in evidence) return stableStringify(evidence.args) === text;
  return createHmac('sha256', evidence.key).update(text).digest('hex') === evidence.digest;
}

type Admitted = Extract<Deed, { readonly kind: 'admit' }>;

/** Pairs every call with the record that stands before it; each record serves one call. */
export function admissionsOf({ deeds }: Played): readonly (readonly [CallDeed, Admitted])[] {
  const open = new Map<string, Admitted>();
  const pairs: (readonly [CallDeed, Admitted])[] = [];
  for (const deed of deeds) {
    if (deed.kind === 'admit') {
      ensure(!open.has(deed.call), `call \`${deed.call}\` is recorded twice before it is made`);
      open.set(deed.call, deed);
    }
    if (deed.kind !== 'call') continue;
    const admitted = open.get(deed.call);
    ensure(admitted !== undefined, `\`${deed.tool}\` ran without a record of its own before it`);
    open.delete(deed.call);
    pairs.push([deed, admitted]);
  }
  return pairs;
}

type CallDeed = Extract<Deed, { readonly kind: 'call' }>;

/** Asks whether a tool changes anything, or lets its arguments leave. */
export function isEffect({ spec }: ToolSketch): boolean {
  return spec.effect === 'write' || (spec.effect === 'read' && spec.egress === true);
}

/** Asks whether a call does. */
export function isEffectCall({ sketch }: Pick<Called, 'sketch'>): boolean {
  return isEffect(sketch);
}

/** Asks whether a tool of some name was called. */
export function isCalled({ calls }: Pick<Played, 'calls'>, tool: string): boolean {
  return calls.some(({ sketch }) => sketch.spec.name === tool);
}

/** Calls as texts that can be compared. */
export function textsOf(calls: readonly Called[]): readonly string[] {
  return calls.map(({ sketch, args }) => `${sketch.spec.name} ${stableStringify(args)}`);
}

/** Asks whether some begin as others do. */
export function isPrefix(some: readonly string[], others: readonly string[]): boolean {
  return some.length <= others.length && some.every((item, i) => item === others[i]);
}

/** All text of a value that a model is shown. */
export function shownText(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
