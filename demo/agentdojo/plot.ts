/**
 * A plot of the results as SVG: tasks done, and pairs of task and goal in which something got out.
 */
import { familyNames } from './attacks/index.js';
import type { FamilyCount, SuiteResult } from './experiment.js';
import type { ArmResult } from './report.js';

const ROW = 26;
const LEFT = 210;
const WIDTH = 420;
const GAP = 60;

/** Draws one row an arm: on the left the tasks done, on the right the worst family of attacks. */
export function plot(results: readonly ArmResult[]): string {
  const height = (results.length + 2) * ROW;
  const width = LEFT + WIDTH + GAP + WIDTH + 70;
  const rows = results.map((result, i) => rowOf(result, (i + 1) * ROW)).join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img"
  aria-label="Tasks done, and pairs in which an effect got out, by arm">
<style>text{font:13px sans-serif;fill:#333} .n{fill:#fff}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="${ROW - 8}">tasks done</text>
<text x="${LEFT + WIDTH + GAP}" y="${ROW - 8}">pairs with an effect that is not the user's (a), worst family</text>
${rows}
</svg>
`;
}

function rowOf({ arm, suites }: ArmResult, y: number): string {
  const all = Object.values(suites);
  const tasks = all.flatMap((suite) => suite.tasks);
  const done = tasks.filter(({ missing }) => missing === null).length;
  const worst = Math.max(
    ...familyNames.map((family) => share(all, (suite) => suite.attacks[family])),
  );
  return [
    `<text x="8" y="${y + 17}">${arm.name}</text>`,
    bar(LEFT, y, done / tasks.length, '#2a6f97', `${done} of ${tasks.length}`),
    bar(LEFT + WIDTH + GAP, y, worst, '#b23a48', `${(worst * 100).toFixed(1)} %`),
  ].join('\n');
}

function share(
  suites: readonly SuiteResult[],
  countOf: (suite: SuiteResult) => FamilyCount | undefined,
): number {
  const counts = suites.map(countOf).filter((count) => count !== undefined);
  const pairs = counts.reduce((sum, count) => sum + count.pairs, 0);
  return pairs === 0 ? 0 : counts.reduce((sum, count) => sum + count.a, 0) / pairs;
}

function bar(x: number, y: number, part: number, color: string, label: string): string {
  const length = Math.round(part * WIDTH);
  return [
    `<rect x="${x}" y="${y + 3}" width="${WIDTH}" height="${ROW - 6}" fill="#eee"/>`,
    `<rect x="${x}" y="${y + 3}" width="${length}" height="${ROW - 6}" fill="${color}"/>`,
    `<text x="${x + WIDTH + 6}" y="${y + 17}">${label}</text>`,
  ].join('\n');
}
