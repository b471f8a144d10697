/** Renders docs/errors: one page a code, and their index. */
import { type Code, type CodeFamily, codes } from '../../schemas/index.js';
import { errorPages } from './error-pages.js';
import type { ErrorPage } from './errors/page.js';

const families: Readonly<Record<CodeFamily, { readonly error: string; readonly acts: string }>> =
  Object.freeze({
    plan: { error: '`PlanRejected`', acts: 'the planner; nothing ran' },
    denied: { error: '`EffectDenied`', acts: 'whoever sets the policy; the call did not run' },
    fault: { error: '`KernelFault`', acts: 'the host; its wiring must change' },
    run: { error: 'the problem of a run', acts: 'whoever started the run' },
  });

const allCodes = Object.keys(codes) as readonly Code[];

function errorPage(code: Code): string {
  const { family, mend } = codes[code];
  const page: ErrorPage = errorPages[code];
  const { error, acts } = families[family];
  return [
    `# ${code}`,
    `Carried by ${error}. Who must act: ${acts}.`,
    `**Seen as.** ${page.seenAs}`,
    `**Why.** ${page.why}`,
    `**Mend.** ${mend.charAt(0).toUpperCase()}${mend.slice(1)}.`,
    '[All codes](README.md)\n',
  ].join('\n\n');
}

function indexSection(family: CodeFamily): string {
  const { error, acts } = families[family];
  const rows = allCodes
    .filter((code) => codes[code].family === family)
    .map((code) => `- [${code}](${code}.md): ${errorPages[code].seenAs}`);
  const title = `## ${error.charAt(0).toUpperCase()}${error.slice(1)}`;
  return [title, `Who must act: ${acts}.`, `${rows.join('\n')}\n`].join('\n\n');
}

/** File names in docs/errors and their text. */
export function errorDocs(): ReadonlyMap<string, string> {
  const docs = new Map(allCodes.map((code) => [`${code}.md`, errorPage(code)]));
  const source = 'Generated from `schemas/codes.ts` and `tests/claims/errors`';
  const intro = `# Error codes\n\n${source} by \`npm run docs:generate\`; do not edit.\n`;
  const sections = (Object.keys(families) as CodeFamily[]).map(indexSection);
  docs.set('README.md', [intro, ...sections].join('\n'));
  return docs;
}
