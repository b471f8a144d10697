/**
 * Who an effect discloses its arguments to, computed from the actual, normalised arguments.
 * Undefined recipients are `null`: nobody is known to be allowed. One plain address a string;
 * display names, lists and line breaks are refused, a tainted recipient leaves them unknown
 * (INV-P17).
 */
import {
  isCleanControl,
  isTrustedSource,
  type Json,
  type JsonObject,
  type LabelTree,
  type Readers,
  type RecipientSpec,
  type ToolSpec,
  union,
  unionAll,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { valuesAt } from './values-at.js';

/**
 * `principals`: who will read it; `capabilities`: the tool names nobody, its capabilities stand for
 * readers.
 */
export interface Recipients {
  readonly kind: 'principals' | 'capabilities';
  readonly names: readonly string[] | null;
  readonly own: boolean;
  /** Some recipient is not one plain address: nothing is sent, whoever wrote it. */
  readonly isMalformed: boolean;
}

const ADDRESS =
  /^[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]{1,64}@([^\s@<>(),;:"\\[\]/\p{Cc}\p{Cf}]{1,255})$/u;

/** The principal of one plain e-mail address, its domain in lower case; null for anything else. */
export function emailPrincipal(value: Json): string | null {
  if (typeof value !== 'string') return null;
  const domain = ADDRESS.exec(value)?.[1];
  if (domain === undefined) return null;
  return `user:${value.slice(0, value.length - domain.length)}${domain.toLowerCase()}`;
}

/** Characters of a principal id; what is longer names nobody. */
const MAX_PRINCIPAL = 320;

/** The principal of a principal id; null for anything else. */
export function namedPrincipal(value: Json): string | null {
  if (typeof value !== 'string' || value.length > MAX_PRINCIPAL) return null;
  return /^user:[^\s\p{Cc}\p{Cf}]+$/u.test(value) ? value : null;
}

/**
 * The readers that a host listed, as principals are compared: `user` stands for the principal of
 * the run, and the domain of an address is in lower case.
 */
export function namedReaders(readers: Readers, principal: string): Readers {
  if (readers === 'anyone') return readers;
  return readers.map((reader) => {
    if (reader === 'user') return principal;
    return (reader.startsWith('user:') ? emailPrincipal(reader.slice(5)) : null) ?? reader;
  });
}

type Named = readonly string[] | 'unknown' | 'malformed';

function namesAt(spec: RecipientSpec, args: JsonObject, tree: LabelTree): Named {
  const names: (readonly string[])[] = [];
  for (const part of valuesAt(args, tree, spec.from)) {
    const { label, value } = part;
    const kind = spec.parse === 'handle' ? handleKind(label.sources) : undefined;
    const chosenByUser =
      label.sources.every((source) => isTrustedSource(source, kind)) &&
      label.control.every(isCleanControl);
    // INV-P17: whom it goes to is decided by the user or the host, or nobody knows.
    if (!chosenByUser) return 'unknown';
    if (spec.parse === 'handle') {
      // Who may know a word says nothing of who reads the thing that it names.
      if (kind === undefined || label.readers === 'anyone') return 'unknown';
      names.push(label.readers);
    } else {
      const name = spec.parse === 'email' ? emailPrincipal(value) : namedPrincipal(value);
      if (name === null) return 'malformed';
      names.push([name]);
    }
  }
  return unionAll(names);
}

function handleKind(sources: readonly string[]): string | undefined {
  const only = sources[0];
  return sources.length === 1 && only?.startsWith('host:') === true ? only.slice(5) : undefined;
}

function ownStorage(principal: string): Recipients {
  return { kind: 'principals', names: freeze([principal]), own: true, isMalformed: false };
}

/**
 * Computes the recipients of a call; a tool that declares recipients but gets none has unknown
 * ones.
 */
export function recipientsOf(
  spec: ToolSpec,
  principal: string,
  args: JsonObject,
  tree: LabelTree,
): Recipients {
  if (spec.recipients === undefined && spec.sink === 'own') return ownStorage(principal);
  if (spec.recipients === undefined) {
    const names = spec.capabilities.map((name) => `cap:${name}`);
    return { kind: 'capabilities', names, own: false, isMalformed: false };
  }
  let names: readonly string[] = [];
  for (const recipient of spec.recipients) {
    const found = namesAt(recipient, args, tree);
    if (found === 'malformed' || found === 'unknown') {
      const isMalformed = found === 'malformed';
      return { kind: 'principals', names: null, own: false, isMalformed };
    }
    names = union(names, found);
  }
  if (names.length === 0 && spec.sink === 'own') return ownStorage(principal);
  const known = names.length === 0 ? null : names;
  return { kind: 'principals', names: known, own: false, isMalformed: false };
}
