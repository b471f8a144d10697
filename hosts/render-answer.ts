/**
 * A run's output as text for the user. The answer is a sink too: what a tool or a model wrote may
 * carry an image whose address holds a secret, a link, a tag or an escape sequence. Each part is
 * judged by its own label; what is not the user's or the host's own is made inert. Upholds INV-P20.
 */
import { declassify, labelTreeOf, type Tainted } from '../kernel/index.js';
import {
  isCleanControl,
  isJsonList,
  isJsonObject,
  isTrustedSource,
  type Json,
  type Label,
  type LabelTree,
  selectTree,
} from '../schemas/index.js';
import { inertText } from './answer/inert-text.js';
import { hostList, inertExcept } from './answer/plain-links.js';
import { withoutControls } from './answer/visible-text.js';
import { assertKnownKeys } from './config-check.js';

export interface AnswerOptions {
  /**
   * Hosts whose plain `https` links and images stay in text that anyone may read. Default: none.
   */
  readonly hosts?: readonly string[];
}

type Show = (text: string, label: Label) => string;

/**
 * Renders a run's output: text as it is, anything else as JSON. In parts that the user or the host
 * did not write, links, images and tags are broken and invisible characters shown.
 * @throws KernelFault `tainted_required`, `config_malformed`, HostError `config_malformed`
 */
export function renderAnswer(output: Tainted | null, options: AnswerOptions = {}): string {
  assertKnownKeys(options, ['hosts'], 'options of `renderAnswer`');
  const hosts = hostList(options.hosts ?? []);
  if (output === null) return '';
  const show: Show = (text, label) => {
    // INV-P20: nobody vouches for the rest.
    if (isTrusted(label)) return withoutControls(text);
    // A secret must not leave in the address of an image, not even to a host on the list.
    return label.readers === 'anyone' && hosts.size > 0
      ? inertExcept(text, hosts)
      : inertText(text);
  };
  const value = declassify(output, { reason: 'the user is shown the answer, made inert' });
  const tree = labelTreeOf(output);
  return typeof value === 'string' ? show(value, tree.own) : jsonText(value, tree, show);
}

function isTrusted({ sources, control }: Label): boolean {
  return sources.every((source) => isTrustedSource(source)) && control.every(isCleanControl);
}

/** JSON, indented; keys are names, and names hold no live part, whoever chose them. */
function jsonText(value: Json, tree: LabelTree, show: Show, indent = ''): string {
  if (typeof value === 'string') return quoted(show(value, tree.own), isTrusted(tree.own));
  const deeper = `${indent}  `;
  if (isJsonList(value)) {
    const items = value.map((item, i) => jsonText(item, selectTree(tree, i), show, deeper));
    return block('[', items, ']', indent);
  }
  if (!isJsonObject(value)) return String(value);
  const fields = Object.keys(value).map((key) => {
    const field = jsonText(value[key] as Json, selectTree(tree, key), show, deeper);
    return `${quoted(inertText(key), false)}: ${field}`;
  });
  return block('{', fields, '}', indent);
}

/**
 * A text of JSON. A tab and a line break become letters in it, `\t` and `\n`, and letters may
 * complete what stands behind them: `.co/x` is no link, `t.co/x` is one.
 */
function quoted(text: string, isTrustedText: boolean): string {
  return JSON.stringify(isTrustedText ? text : text.replace(/[\t\n](?=[^\s\p{L}\p{N}])/gu, '$& '));
}

function block(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return `${open}${close}`;
  const deeper = `${indent}  `;
  return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
}
