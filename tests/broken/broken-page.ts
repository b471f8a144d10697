/** Renders docs/broken-kernels.md: which requirement finds which mistake. */
import { requirements } from '../../hosts/conformance/index.js';
import { brokenKernels } from './broken-kernels.js';

const HEAD = `# Broken kernels

Generated from the tests by \`npm run docs:generate\`; do not edit.

A conformance kit that passes a broken kernel is worse than none. Each row is this kernel with one mistake that a tired
author might make. \`npm run test:full\` builds every one of them and tries the requirement that is named on 120 generated
examples: it has to fail. The kernel as it is passes all requirements on the same examples. \`npm run broken\` tries all
requirements on each and lists every one that fails; a mistake is often found by several.

What is not here is not shown: a mistake of another kind may pass. Mistakes behind which a second check stands, such as a
getter that is read once instead of refused, change no effect, and the kit does not see them; the tests of each claim do
([conformance.md](conformance.md)), and mutants of four folders are counted in [mutation.md](mutation.md).
`;

/** The page. */
export function brokenPage(): string {
  const titles = new Map(requirements.map(({ id, title }) => [id, title]));
  const rows = brokenKernels.map(({ mistake, edits, caughtBy }) => {
    const files = [...new Set(edits.map(({ file }) => `\`${file}\``))].join(', ');
    return `| ${mistake} | ${files} | ${caughtBy} | ${titles.get(caughtBy) ?? ''} |`;
  });
  const table = ['| mistake | in | found by | which says |', '|---|---|---|---|', ...rows];
  return `${HEAD}\n${rows.length} mistakes:\n\n${table.join('\n')}\n`;
}
