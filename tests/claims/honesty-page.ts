/** Renders docs/honesty.md from the tables in hosts. */
import { classCoverage, classNotes } from '../../hosts/class-coverage.js';
import { adapters, honestyFlags, honestyRows } from '../../hosts/honesty.js';

const HEAD = `# What is covered, and what is not

Generated from \`hosts/honesty.ts\` and \`hosts/class-coverage.ts\` by \`npm run docs:generate\`; do not
edit.

One row for each way in which Sluice can be used today. A yes names the claims that it rests on
([conformance.md](conformance.md)); a no says what follows from it. What is not built yet has no row.

- *filters*: a planner is shown only tools that it may use.
- *intercepts*: it is decided before a tool runs.
- *observes*: how a call ended is known.
- *nativeInterceptable*: tools that a model or a framework brings along pass the same way.
- *inProcSandboxed*: a sandbox holds tools that run in the same process.
`;

const CLASSES = `## Classes of action

- *policyGate*: a call that declares the class is judged by the rules before it runs.
- *sandboxFloor*: no rule reaches it; a sandbox of the system can, where the host has one.
- *notEnforceable*: neither.
`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function flagTable(): string {
  const rows = honestyRows().map(({ adapter, flags, claims }) => [
    `**${adapter}**`,
    ...honestyFlags.map((flag) => (flags[flag] ? `yes: ${claims[flag]?.join(', ')}` : 'no')),
  ]);
  return table(['', ...honestyFlags], rows);
}

function adapterSections(): readonly string[] {
  return honestyRows().map(({ adapter, is, note, caveats }) => {
    const noes = Object.entries(caveats).map(([flag, caveat]) => `- Not *${flag}*. ${caveat}`);
    return [`### ${adapter}`, `That is: ${is}. ${note}`, noes.join('\n')].join('\n\n');
  });
}

function classTable(): string {
  const rows = classCoverage().map((row) => [
    `\`${row.class}\``,
    ...adapters.map((adapter) => row.adapters[adapter].by),
  ]);
  return table(['class', ...adapters], rows);
}

function classSections(): string {
  const parts = classCoverage().map((row) => {
    const notes = [...classNotes(row)].map(([note, whose]) => `  - ${whose.join(', ')}: ${note}`);
    return [`- \`${row.class}\``, ...notes].join('\n');
  });
  return parts.join('\n');
}

/** The whole page as Markdown. */
export function honestyPage(): string {
  const flags = [HEAD.trimEnd(), flagTable(), ...adapterSections()];
  const parts = [...flags, CLASSES.trimEnd(), classTable(), classSections()];
  return `${parts.join('\n\n')}\n`;
}
