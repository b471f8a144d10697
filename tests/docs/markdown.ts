/** The parts of a Markdown document that tests look at. Pure. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly Node[];
  readonly position?: { readonly start: { readonly line: number } } | undefined;
}

export interface Link {
  readonly url: string;
  readonly line: number;
}

export interface MarkdownParts {
  /** Links, images and definitions, in order. */
  readonly links: readonly Link[];
  readonly headings: readonly string[];
  /** The texts of code blocks, in order. */
  readonly blocks: readonly string[];
  /** Texts between single backticks outside of blocks. */
  readonly spans: readonly string[];
  /** Rows of all tables, the heads too; each cell as text. */
  readonly rows: readonly (readonly string[])[];
}

function all(node: Node, type: RegExp): readonly Node[] {
  const below = (node.children ?? []).flatMap((kid) => all(kid, type));
  return type.test(node.type) ? [node, ...below] : below;
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

/** Reads a document. */
export function readMarkdown(text: string): MarkdownParts {
  const root: Node = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return {
    links: all(root, /^(link|image|definition)$/).map(({ url = '', position }) => ({
      url,
      line: position?.start.line ?? 0,
    })),
    headings: all(root, /^heading$/).map(textOf),
    blocks: all(root, /^code$/).map(textOf),
    spans: all(root, /^inlineCode$/).map(textOf),
    rows: all(root, /^tableRow$/).map((row) => (row.children ?? []).map(textOf)),
  };
}

/** The anchor of a heading, as hosting sites make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
