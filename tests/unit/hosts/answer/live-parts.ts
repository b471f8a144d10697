/**
 * What real renderers make of a text: every address that a click or a view would reach, and every
 * tag. Three readers that go by different rules: CommonMark with GFM, markdown-it with its fuzzy
 * linkifier and raw HTML, and an HTML tokenizer.
 */
import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import tlds from 'tlds' with { type: 'json' };

interface Node {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

const fuzzy = new MarkdownIt({ html: true, linkify: true });
fuzzy.linkify.tlds(tlds).set({ fuzzyLink: true, fuzzyEmail: true });

const LIVE = new Set(['link', 'image', 'linkReference', 'imageReference', 'definition', 'html']);

function inTree(node: Node): readonly string[] {
  const own = LIVE.has(node.type) ? [`${node.type} ${node.url ?? node.value ?? ''}`] : [];
  return [...own, ...(node.children ?? []).flatMap(inTree)];
}

/** Tags that Markdown itself makes; anything else came through from the text. */
const MARKDOWN =
  /^(p|h[1-6]|em|strong|s|del|code|pre|ul|ol|li|blockquote|br|hr|table|thead|tbody|tr|t[hd])$/;

function inHtml(html: string, isOurs: RegExp): readonly string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const { href, src } = attributes;
      if (href !== undefined || src !== undefined) found.push(`${name} ${href ?? src}`);
      else if (!isOurs.test(name)) found.push(name);
    },
    oncomment: () => found.push('comment'),
    onprocessinginstruction: (name) => found.push(name),
  });
  parser.end(html);
  return found;
}

/** A click on a plain mail address sends nothing. */
function isMailAddress(found: string): boolean {
  return /^(link|a) mailto:[^?]+$/.test(found);
}

/** Lists what is alive in a text; nothing, if it is inert. */
export function liveParts(text: string): readonly string[] {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const all = [
    ...inTree(tree as Node),
    ...inHtml(fuzzy.render(text), MARKDOWN),
    ...inHtml(text, /^$/),
  ];
  return all.filter((found) => !isMailAddress(found));
}
