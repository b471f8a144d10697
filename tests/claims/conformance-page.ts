/** Renders docs/conformance.md from the claims and the behaviour items. */
import { behaviour } from './behaviour.js';
import type { Claim } from './claim.js';
import { claims } from './claims.js';
import { familyTitles } from './family.js';
import type { BehaviourItem } from './item.js';

const HEAD = `# Conformance

Generated from \`tests/claims\` by \`npm run docs:generate\`; do not edit.

Each row is one fact. \`npx vitest run -t INV-B3\` runs the tests that cite an id, the site holds
the comment \`// INV-B3:\` at the line that upholds it; \`npm run test:sabotage -- --only INV-B3\`
takes that line out in a copy and shows those tests go red. Conformance is not safety: see
[limits](limits.md).

Kinds: *construction*, by how the code is built; *checked*, at run time; *policy*, where a rule of
the host says so; *assumed*, not tested, with the reason.

Ids: *INV-* is a claim, its letter the family whose heading it stands under. *K-*, *V-* and *C*
are items of the designs that Sluice was built from: *K-* of the kernel, *V-* of guard and judge,
*C* of where these contradicted each other, as it was resolved. Where a row says "architecture,
section N", that is a section of the design; what came of it is told in
[architecture.md](architecture.md). The designs are not part of this package; each item is quoted
in its row.
`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function claimRow(id: string, claim: Claim): string {
  const site = claim.site === null ? '–' : `[${claim.site}](../${claim.site})`;
  const note = claim.kind === 'assumed' ? (claim.why ?? '') : (claim.attack ?? '');
  const gap = claim.knownGap === undefined ? '' : ` Known gap: ${claim.knownGap}`;
  const shown = claim.kind === 'assumed' ? '–' : claim.sabotage === undefined ? 'no edit' : 'yes';
  const cells = [`**${id}**`, claim.claim + gap, claim.kind, site, note, shown];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function claimSection(letter: string, title: string): string {
  const rows = Object.entries<Claim>(claims).filter(([id]) => id.startsWith(`INV-${letter}`));
  const head =
    '| id | claim | kind | site | attack, or why assumed | sabotage |\n|---|---|---|---|---|---|';
  const table = rows.map(([id, claim]) => claimRow(id, claim)).join('\n');
  return `## ${letter}. ${title}\n\n${head}\n${table}\n`;
}

function unedited(): string {
  const rows = Object.entries<Claim>(claims).filter(
    ([, claim]) => claim.kind !== 'assumed' && claim.sabotage === undefined,
  );
  if (rows.length === 0) return '';
  const list = rows.map(([id, claim]) => `- **${id}**: ${claim.why ?? ''}`).join('\n');
  return `## Claims that no single-line edit can break\n\n${list}\n`;
}

function behaviourSection(): string {
  const rows = Object.entries<BehaviourItem>(behaviour).map(([id, row]) => {
    const won = row.overriddenBy === undefined ? '' : `architecture, ${row.overriddenBy}`;
    return `| **${id}** | ${cell(row.item)} | ${cell(won)} |`;
  });
  const intro =
    'Items of the designs that meet in Sluice, by id. Where the architecture wins, the test ' +
    'shows its rule.';
  const head = '| id | what is tested | overridden by |\n|---|---|---|';
  return ['## Behaviour items', intro, `${head}\n${rows.join('\n')}\n`].join('\n\n');
}

/** The whole page as Markdown. */
export function conformancePage(): string {
  const sections = Object.entries(familyTitles).map(([letter, title]) =>
    claimSection(letter, title),
  );
  return [HEAD, ...sections, unedited(), behaviourSection()]
    .filter((part) => part !== '')
    .join('\n');
}
