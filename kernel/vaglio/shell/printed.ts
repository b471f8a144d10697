/** What a command prints, where its own words or its here-document say so. */
import type { ShellNode } from '../../../schemas/index.js';
import { type ShellScope, staticText, valuesOf } from './word.js';

const PRINTS = /^(?:echo|printf)$/;

/** The text that a node prints; null where nobody knows before it runs. */
export function printedBy(node: ShellNode, scope: ShellScope): string | null {
  if (node.kind !== 'command') return null;
  const [first, ...args] = node.words;
  const name = staticText(first) ?? '';
  const [redirect] = node.redirects;
  const isCopied = name === 'cat' && args.length === 0 && redirect?.kind === 'text';
  if (!isCopied && !PRINTS.test(name)) return null;
  const words = isCopied ? [redirect.body] : args;
  return words.map((word) => valuesOf(word, scope).texts[0] ?? '').join(' ');
}
