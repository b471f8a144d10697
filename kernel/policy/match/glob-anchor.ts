/**
 * Where the values of a pattern lie, for an index. Only ASCII text anchors beside a wildcard: what
 * the wildcard takes may compose with its last character, so that one is left out, unless it is a
 * slash, which composes with nothing.
 */
import { freeze } from '../../primordials.js';
import type { GlobPart } from './glob-parts.js';
import { type Anchor, fold } from './pattern.js';

const LEADING = /^\p{ASCII}*/u;
const ANY: Anchor = freeze({ kind: 'any' });

/** The longest text that every folded value of the pattern equals, begins or ends with. */
export function globAnchor(parts: readonly GlobPart[]): Anchor {
  const [first] = parts;
  const last = parts.at(-1);
  if (first?.kind === 'text' && parts.length === 1) {
    return freeze({ kind: 'equals', text: fold(first.text) });
  }
  const isFolder = parts[1]?.kind === 'below';
  const whole = first?.kind === 'text' ? fold(first.text) : '';
  const head = isFolder ? whole : safeHead(whole);
  const tail = last?.kind === 'text' ? safeTail(fold(last.text)) : '';
  if (head === '' && tail === '') return ANY;
  return head.length > tail.length
    ? freeze({ kind: 'startsWith', text: head })
    : freeze({ kind: 'endsWith', text: tail });
}

/** Whether a folded value lies where the anchor says. */
export function isAnchored(anchor: Anchor, folded: string): boolean {
  if (anchor.kind === 'any') return true;
  if (anchor.kind === 'equals') return folded === anchor.text;
  return anchor.kind === 'startsWith'
    ? folded.startsWith(anchor.text)
    : folded.endsWith(anchor.text);
}

function safeHead(folded: string): string {
  const ascii = LEADING.exec(folded)?.[0] ?? '';
  return ascii.endsWith('/') ? ascii : ascii.slice(0, -1);
}

function safeTail(folded: string): string {
  let from = folded.length;
  while (from > 0 && folded.charCodeAt(from - 1) < 0x80) from -= 1;
  return folded.slice(from);
}
