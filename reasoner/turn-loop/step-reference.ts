/**
 * References as a model writes them into arguments: `{{step2.items.0}}` or `{{fact.me}}`, always
 * the whole of a value (behaviour T-18, T-19, C12). Linear in the text.
 */
import type { FactRef, Ref } from '../../schemas/index.js';

export type ReadReference =
  | { readonly kind: 'text' }
  | { readonly kind: 'reference'; readonly to: Ref | FactRef }
  /** It stands inside other text, or cannot be read. */
  | { readonly kind: 'malformed' };

const MAX_PATH = 1024;
const STEP = /^step([1-9][0-9]{0,3})$/;
const text: ReadReference = Object.freeze({ kind: 'text' });
const malformed: ReadReference = Object.freeze({ kind: 'malformed' });

/** Reads a text of a model as a reference, or as no reference. */
export function readReference(given: string): ReadReference {
  if (!holdsReference(given)) return text;
  const trimmed = given.trim();
  if (!trimmed.startsWith('{{') || !trimmed.endsWith('}}')) return malformed;
  const inside = trimmed.slice(2, -2).trim();
  if (inside.length > MAX_PATH || inside.includes('{') || inside.includes('}')) return malformed;
  const [first = '', ...parts] = inside.split('.');
  if (parts.some((part) => part === '')) return malformed;
  if (first === 'fact') {
    const [name, ...rest] = parts;
    if (name === undefined) return malformed;
    return { kind: 'reference', to: withPath({ kind: 'fact', name }, rest) };
  }
  if (!STEP.test(first)) return malformed;
  // INV-W5: compiled to a reference of the plan; its label follows.
  return { kind: 'reference', to: withPath({ kind: 'ref', ref: first }, parts) };
}

function withPath<To extends Ref | FactRef>(to: To, parts: readonly string[]): To {
  return parts.length === 0 ? to : { ...to, path: parts.join('.') };
}

/** What somebody writes who means a step or a fact, however it is spelt: `Step1`, `steps[0]`. */
const MEANT = /^[^\p{L}\p{N}{}]{0,16}(?:steps?|facts?)(?!\p{L})/iu;

/** Whether a text has what looks like a reference to a step or a fact anywhere. */
export function holdsReference(given: string): boolean {
  for (let at = given.indexOf('{{'); at !== -1; at = given.indexOf('{{', at + 1)) {
    const after = given.slice(at + 2, at + 2 + MAX_PATH).trimStart();
    if (MEANT.test(after)) return true;
  }
  return false;
}
