/**
 * A request as lines of text that can be printed as they stand: what would run, with which values,
 * where each came from, why it is asked, and what is not shown. Two requests about different calls
 * have different lines. Upholds INV-Q17.
 */
import {
  type ApprovalField,
  type ApprovalRequest,
  isTaintedSource,
  type Obligation,
  type PlannedEffect,
} from '../../schemas/index.js';
import { instantText } from '../policy/sentence.js';
import { freeze } from '../primordials.js';
import { spelt, visible } from './view.js';

/** How many arguments are shown; the digest of all of them is always there. */
export const MAX_FIELDS = 100;
const MAX_TEXT = 512;

/** Renders a request; no line holds a line break, a control or an invisible character. */
export function requestLines(request: ApprovalRequest): readonly string[] {
  const { tool, principal, agent, obligations, view, cwd, environment, timeoutMs, needs } = request;
  const { effects = [] } = request;
  const shown = view.slice(0, MAX_FIELDS);
  const unshown = view.length - shown.length;
  return freeze([
    `Tool       ${quoted(tool)}`,
    `For        ${quoted(principal)}${agent === null ? '' : `, by the agent ${quoted(agent)}`}`,
    ...obligations.map(whyLine),
    ...effects.map(effectLine),
    ...(view.length === 0 ? ['Arguments  none'] : ['Arguments']),
    ...shown.flatMap(fieldLines),
    ...(unshown === 0 ? [] : [`  NOT SHOWN: ${unshown} further arguments`]),
    ...(cwd === null ? [] : [`Runs in    ${quoted(cwd)}`]),
    ...(environment.length === 0 ? [] : [`Sets       ${environment.map(quoted).join(', ')}`]),
    ...(timeoutMs === null ? [] : [`At most    ${timeoutMs} ms`]),
    ...(needs.signed ? [`Needs      ${needs.atLeast} signed by registered approvers`] : []),
    `Until      ${instantText(request.expiresAt)}`,
    `All values SHA-256 ${request.args}`,
    `Definition SHA-256 ${request.definition}`,
    `Policy     ${quoted(request.policy)}`,
    `Request    ${quoted(request.approval)} of call ${quoted(request.call)}`,
    `Digest     ${request.digest}`,
  ]);
}

function whyLine({ source, rule, reason, pointer }: Obligation): string {
  const about = pointer === undefined ? '' : ` about ${quoted(pointer)}`;
  return `Because    ${quoted(reason)} (${source}, rule ${quoted(rule)}${about})`;
}

function effectLine({ step, tool, args, obligations }: PlannedEffect): string {
  const rules = obligations.map(({ source, rule }) => `${source} ${quoted(rule)}`).join(', ');
  return `Call       ${quoted(step)} of ${quoted(tool)}, asked by ${rules}, SHA-256 ${args}`;
}

function fieldLines(field: ApprovalField): string[] {
  const { place, text, cut, length, digest, tainted, label } = field;
  const lines = [`  ${place === '' ? '(all)' : quoted(place)} = ${text}`];
  const plain = spelt(text);
  // INV-Q17: letters that look alike are told apart by their numbers.
  if (plain !== text) lines.push(`    spelt: ${plain}`);
  if (cut) lines.push(`    NOT SHOWN: the rest of ${length} characters, SHA-256 ${digest}`);
  if (tainted) {
    const { sources, control } = label;
    lines.push(`    UNTRUSTED: written by ${names(sources)}; chosen by ${names(control)}`);
  }
  return lines;
}

/** The sources of a label, the tainted ones first. */
function names(sources: readonly string[]): string {
  const tainted = sources.filter(isTaintedSource);
  const others = sources.filter((source) => !isTaintedSource(source));
  const all = [...tainted, ...others];
  return all.length === 0 ? 'nobody' : all.map(bounded).join(', ');
}

function quoted(text: string): string {
  return spelt(visible(JSON.stringify(bounded(text))));
}

function bounded(text: string): string {
  return text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, MAX_TEXT)} and ${text.length - MAX_TEXT} more`;
}
