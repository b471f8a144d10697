/**
 * Drafts what would let observed calls pass, for a person to review: capabilities, entries of
 * tools, and questions. The most that it proposes for what labels refused is to ask; for what
 * guard, rules and schemas refused it proposes nothing. Upholds INV-V7.
 */
import { visibleLine } from '../answer/visible-text.js';
import type { ObservedReason, ObservedTool, ObserveReport } from './report.js';
import { reasonText } from './report-text.js';

/** A text in its file's quotes: JSON strings are strings of TOML and of YAML. */
function quoted(text: string): string {
  return JSON.stringify(visibleLine(text)).replaceAll('\u007f', '\\u007F');
}

function note(text: string): string {
  return `# ${visibleLine(text)}`;
}

const HEAD = [
  '# A draft out of what was observed. NOTHING WAS ENFORCED while it was: an agent that was led',
  '# astray then would be permitted to go there. Read each line, and take over what you mean.',
];

/** Drafts additions to `sluice.toml`, where calls were judged by one, else to a policy document. */
export function draftRules({ tools }: ObserveReport): string {
  const settings = tools.filter(({ rules }) => rules === 'settings');
  const policy = tools.filter(({ rules }) => rules === 'policy');
  const left = tools.flatMap((tool) =>
    tool.reasons
      .filter((reason) => reason.kind === 'refused' && moveOf(reason) === null)
      .map((reason) => note(`  ${tool.tool}: ${reasonText(reason)}`)),
  );
  const parts = [
    HEAD,
    ...(settings.length === 0 ? [] : [settingsLines(settings)]),
    ...(policy.length === 0 ? [] : [policyLines(policy)]),
    ...(left.length === 0 ? [] : [['# Nothing is proposed for:', ...left]]),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** What could let it pass; null where nothing is proposed. */
function moveOf({ stage, releasable }: ObservedReason): 'ask' | 'grant' | null {
  // INV-V7: labels are asked about, and beside that nothing but a grant is drafted.
  if (stage === 'capability') return 'grant';
  return stage === 'provenance' && releasable ? 'ask' : null;
}

function asksOf(tool: ObservedTool): readonly ObservedReason[] {
  return tool.reasons.filter((one) => one.kind === 'refused' && moveOf(one) === 'ask');
}

function grantsOf(tools: readonly ObservedTool[]): readonly string[] {
  const lacking = tools.filter((tool) => tool.reasons.some((one) => moveOf(one) === 'grant'));
  return [...new Set(lacking.flatMap(({ requires }) => requires))].sort();
}

function settingsLines(tools: readonly ObservedTool[]): string[] {
  const grants = grantsOf(tools);
  return [
    ...(grants.length === 0
      ? []
      : ['[grant]', '# beside those that are there', `capabilities = ${list(grants)}`, '']),
    ...tools.flatMap(toolEntry),
  ];
}

/** The entry of a tool: new, or what changes in the one that is there. */
function toolEntry(tool: ObservedTool): string[] {
  const { place, standing } = tool;
  const asks = asksOf(tool);
  const isNew = standing === 'unnamed';
  const isPlaced = isNew || standing === 'drifted';
  if (place === null || place.digest === null || (asks.length === 0 && !isPlaced)) return [];
  return [
    ...asks.map((one) => note(reasonText(one))),
    ...(standing === 'drifted' ? ['# LOOK AT ITS DEFINITION: it is another one than before'] : []),
    `[servers.${quotedKey(place.server)}.tools.${quoted(place.tool)}]`,
    ...(isPlaced ? [`digest = ${quoted(place.digest)}`] : []),
    ...(isNew
      ? ['effect = "write"', 'egress = true', `capabilities = ${list(tool.requires)}`]
      : []),
    ...(asks.length === 0 ? [] : ['untrusted = "ask"']),
    '',
  ];
}

function policyLines(tools: readonly ObservedTool[]): string[] {
  const grants = grantsOf(tools);
  let made = 0;
  const rules = tools.flatMap((tool) => {
    const asks = asksOf(tool);
    const places = new Set(asks.map(({ argument }) => argument ?? 'decision'));
    return [...places].flatMap((place) => {
      made += 1;
      return [
        ...asks
          .filter(({ argument }) => (argument ?? 'decision') === place)
          .map((one) => `  ${note(reasonText(one))}`),
        `  - id: observed-${made}`,
        `    tool: ${quoted(tool.tool)}`,
        `    argument: ${quoted(place)}`,
        '    when: { always: true }',
        '    then: ask',
      ];
    });
  });
  return [
    ...(grants.length === 0 ? [] : ['# beside those that are there', `grant: ${list(grants)}`, '']),
    ...(rules.length === 0 ? [] : ['declassify:', ...rules]),
  ];
}

function list(items: readonly string[]): string {
  return `[${items.map(quoted).join(', ')}]`;
}

function quotedKey(name: string): string {
  return /^[a-z][a-z0-9-]*$/.test(name) ? name : quoted(name);
}
