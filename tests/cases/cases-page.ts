/** Renders docs/cases.md from the cases. */
import type { CaseVerdict, KernelCase } from './kernel-case.js';
import { kernelCases } from './kernel-cases.js';

const HEAD = `# Cases

Generated from \`tests/cases\` by \`npm run docs:generate\`; do not edit.

Bypasses and blocks too many that were reported of other agents, in our own words, and what the
kernel makes of them. \`npx vitest run tests/cases\` runs each; a test is red if the code in its row is
not what comes out. *met*: as expected, or stricter. *otherwise*: the harm cannot happen, by another
way. *documented*: not stopped; the [limits](limits.md) say so. *later*: a layer that is not built yet
decides.
`;

const verdicts: readonly CaseVerdict[] = ['met', 'otherwise', 'documented', 'later'];

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function row([id, entry]: readonly [string, KernelCase]): string {
  const { what, source, expected, ours, code, verdict, how } = entry;
  const answer = ours === null ? '–' : code === null ? ours : `${ours}: \`${code}\``;
  const cells = [`[${id}](${source})`, what, expected, answer, verdict, how];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** The whole page as Markdown. */
export function casesPage(): string {
  const rows = Object.entries<KernelCase>(kernelCases);
  const counts = verdicts.map(
    (verdict) => `${rows.filter(([, entry]) => entry.verdict === verdict).length} ${verdict}`,
  );
  const head =
    '| case | what is tried | expected | ours | verdict | how |\n|---|---|---|---|---|---|';
  const sum = `Of ${rows.length} cases: ${counts.join(', ')}.`;
  return [HEAD, `${sum}\n`, `${head}\n${rows.map(row).join('\n')}\n`].join('\n');
}
