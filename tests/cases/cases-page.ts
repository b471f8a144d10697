/** Renders docs/cases.md from the cases. */
import type { CaseVerdict, KernelCase } from './kernel-case.js';
import { kernelCases } from './kernel-cases.js';

const HEAD = `# Cases

Generated from \`tests/cases\` by \`npm run docs:generate\`; do not edit.

Bypasses and blocks too many that were reported of other agents, in our own words, and what the
kernel makes of them. \`npx vitest run tests/cases\` runs each; a test is red if the code in its row is
not what comes out. *met*: as expected, or stricter. *otherwise*: the harm cannot happen, by another
way. *documented*: not stopped, or stopped without need; the [limits](limits.md) say so. *later*: a
layer that is not built yet decides. The rules that a case meets stand in its test.
`;

const verdicts: readonly CaseVerdict[] = ['met', 'otherwise', 'documented', 'later'];

type Row = readonly [string, KernelCase];

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function row([id, entry]: Row): string {
  const { what, source, expected, ours, code, verdict, how } = entry;
  const answer = ours === null ? '–' : code === null ? ours : `${ours}: \`${code}\``;
  const cells = [`[${id}](${source})`, what, expected, answer, verdict, how];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function counts(rows: readonly Row[]): readonly number[] {
  return verdicts.map((wanted) => rows.filter(([, { verdict }]) => verdict === wanted).length);
}

function groupOf([id]: Row): string {
  return id.slice(0, id.lastIndexOf('-'));
}

/** How many of each group come out how. */
function groupTable(rows: readonly Row[]): string {
  const groups = [...new Set(rows.map(groupOf))];
  const lines = groups.map((group) => {
    const own = rows.filter((entry) => groupOf(entry) === group);
    return `| ${[group, own.length, ...counts(own)].join(' | ')} |`;
  });
  return `| group | cases | ${verdicts.join(' | ')} |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n`;
}

/** The whole page as Markdown. */
export function casesPage(): string {
  const rows = Object.entries<KernelCase>(kernelCases);
  const [met = 0, ...others] = counts(rows);
  const head =
    '| case | what is tried | expected | ours | verdict | how |\n|---|---|---|---|---|---|';
  const rest = others.map((count, at) => `${count} ${verdicts[at + 1]}`).join(', ');
  const sum = `${met} of ${rows.length} cases are met; ${rest}.\n`;
  return [HEAD, sum, groupTable(rows), `${head}\n${rows.map(row).join('\n')}\n`].join('\n');
}
