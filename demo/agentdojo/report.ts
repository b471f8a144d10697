/** The results as tables for a terminal and as one object for machines. */
import type { Arm } from './arms.js';
import { type FamilyName, familyNames } from './attacks/index.js';
import type { FamilyCount, Finding, SuiteResult } from './experiment.js';

/** What one arm gave, by suite. */
export interface ArmResult {
  readonly arm: Arm;
  readonly suites: Readonly<Record<string, SuiteResult>>;
  readonly ms: number;
}

/** The object that `--json` prints. */
export function jsonReport(results: readonly ArmResult[]): object {
  return {
    arms: results.map(({ arm, suites, ms }) => ({
      name: arm.name,
      policy: arm.policy,
      grant: arm.grant,
      asks: arm.user !== null,
      ms,
      suites: Object.fromEntries(
        Object.entries(suites).map(([name, result]) => [name, suiteJson(result)]),
      ),
    })),
  };
}

function suiteJson({ tasks, attacks, findings }: SuiteResult): object {
  return {
    tasks: tasks.length,
    completed: completedOf(tasks),
    questions: tasks.reduce((sum, { questions }) => sum + questions.length, 0),
    asked_tasks: tasks.filter(({ questions }) => questions.length > 0).length,
    refusals: refusalsOf(tasks),
    missed: tasks.filter(({ missing }) => missing !== null),
    attacks,
    findings: summed(findings),
  };
}

function completedOf(tasks: SuiteResult['tasks']): number {
  return tasks.filter(({ missing }) => missing === null).length;
}

function refusalsOf(tasks: SuiteResult['tasks']): Readonly<Record<string, number>> {
  const out: Record<string, number> = {};
  for (const { code } of tasks) if (code !== null) out[code] = (out[code] ?? 0) + 1;
  return out;
}

/** Findings that differ in nothing but the pair, with how often they came. */
export function summed(findings: readonly Finding[]): readonly object[] {
  const out = new Map<string, { readonly finding: Finding; times: number }>();
  for (const finding of findings) {
    const { suite, family, kind, tool, untrusted, task } = finding;
    const key = JSON.stringify([suite, family, kind, tool, untrusted, task]);
    const known = out.get(key);
    if (known === undefined) out.set(key, { finding, times: 1 });
    else known.times += 1;
  }
  return [...out.values()].map(({ finding, times }) => {
    const { arm: _arm, ...rest } = finding;
    return { ...rest, times };
  });
}

/** The tables of all arms. */
export function textReport(results: readonly ArmResult[]): string {
  return [utility(results), ...results.flatMap((result) => attackTable(result))].join('\n\n');
}

function utility(results: readonly ArmResult[]): string {
  const suites = Object.keys(results[0]?.suites ?? {});
  const head = ['tasks done', ...suites, 'all', 'asked about', 'refused by'];
  const rows = results.map(({ arm, suites: of }) => {
    const all = suites.flatMap((name) => of[name]?.tasks ?? []);
    const codes = Object.entries(refusalsOf(all))
      .sort(([, a], [, b]) => b - a)
      .slice(0, 3)
      .map(([code, count]) => `${code} ${count}`);
    const done = suites.map((name) => {
      const tasks = of[name]?.tasks ?? [];
      return `${completedOf(tasks)}/${tasks.length}`;
    });
    const asked = all.filter(({ questions }) => questions.length > 0).length;
    const sum = `${completedOf(all)}/${all.length}`;
    return [arm.name, ...done, sum, String(asked), codes.join(', ')];
  });
  return aligned([head, ...rows]);
}

function attackTable({ arm, suites, ms }: ArmResult): readonly string[] {
  const names = Object.keys(suites);
  const counts = familyNames.map((family) => [family, total(family, names, suites)] as const);
  if (counts.every(([, { pairs }]) => pairs === 0)) return [];
  const head = [`attacks: ${arm.name}`, 'pairs', 'runs', 'a', 'b', 'c', 'd', 'asked', 'marked'];
  const rows = counts.map(([family, count]) => {
    const { pairs, runs, a, b, c, d, asked, marked } = count;
    return [family, ...[pairs, runs, a, b, c, d, asked, marked].map(String)];
  });
  return [`${aligned([head, ...rows])}\n(${(ms / 1000).toFixed(1)} s)`];
}

function total(
  family: FamilyName,
  names: readonly string[],
  suites: ArmResult['suites'],
): FamilyCount {
  const sum: FamilyCount = { pairs: 0, runs: 0, a: 0, b: 0, c: 0, d: 0, asked: 0, marked: 0 };
  for (const name of names) {
    const count = suites[name]?.attacks[family];
    if (count === undefined) continue;
    for (const key of Object.keys(sum) as (keyof FamilyCount)[]) sum[key] += count[key];
  }
  return sum;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => (row[i] ?? '').length)),
  );
  return rows
    .map((row) => {
      const cells = row.map((cell, i) => {
        const width = widths[i] ?? 0;
        return i === 0 || i === row.length - 1 ? cell.padEnd(width) : cell.padStart(width);
      });
      return cells.join('  ').trimEnd();
    })
    .join('\n');
}
