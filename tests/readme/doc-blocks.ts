/** The code blocks of a document, with what their first line says of them. Pure. */
import { fromMarkdown } from 'mdast-util-from-markdown';

export interface DocBlock {
  /** `ts`, `text`, …; empty if nothing is said. */
  readonly lang: string;
  /** What follows the language: a file name, or `no-run`. */
  readonly meta: string;
  readonly text: string;
}

/** Lists the fenced blocks of a document, in order. */
export function docBlocks(markdown: string): readonly DocBlock[] {
  return fromMarkdown(markdown).children.flatMap((node) =>
    node.type === 'code'
      ? [{ lang: node.lang ?? '', meta: node.meta ?? '', text: node.value }]
      : [],
  );
}
