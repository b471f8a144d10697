/**
 * `npm run bench`: figures as ratios against a yardstick of the same run. `--json` prints them as
 * one object.
 */
import { createKernel } from '../../hosts/index.js';
import { unboundedLimits } from '../../schemas/index.js';
import { durableBench } from './durable-audit.js';
import { gatedCall } from './gated-call.js';
import { gatewayFigures } from './gateway.js';
import { adversarial, guardOn, guardOnUsual } from './guard.js';
import { type Figure, measure } from './measure.js';
import { facts, officeConfig, query } from './office.js';
import { prefilterOn } from './prefilter.js';
import { engineAlone, engines } from './rules.js';
import { turnInProcess, withExecutor } from './turn-step.js';

interface Table {
  readonly title: string;
  readonly figures: readonly Figure[];
}

async function gated(): Promise<Table> {
  const figures = await measure(gatedCall(200), { units: 3000, rounds: 15 });
  return { title: 'one gated call, 250 B of arguments (ratio: by validation + digest)', figures };
}

async function payloads(): Promise<Table> {
  const figures: Figure[] = [];
  for (const [size, units] of [
    [100, 2000],
    [10_000, 500],
    [100_000, 60],
    [1_000_000, 6],
  ] as const) {
    const [yard, , call] = await measure(gatedCall(size), { units, rounds: 9 });
    if (yard === undefined || call === undefined) throw new Error('nothing measured');
    figures.push({ name: `${size} B: gated call`, us: call.us, ratio: call.ratio });
  }
  return {
    title: 'payload from 100 B to 1 MB (ratio: by validation + digest of the same bytes)',
    figures,
  };
}

async function scenario(): Promise<Table> {
  const [call] = gatedCall(200);
  if (call === undefined) throw new Error('no yardstick');
  const run = async (): Promise<void> => {
    const result = await createKernel(officeConfig()).run(query, { facts });
    if (result.status !== 'committed') throw new Error(result.problem?.message ?? result.status);
  };
  const figures = await measure(
    [call, { name: 'mail scenario, kernel and plan built per run', run }],
    {
      units: 2000,
      rounds: 15,
    },
  );
  return { title: 'mail scenario: 4 steps, 2 effects, models and sinks in memory', figures };
}

async function plans(): Promise<Table> {
  const figures: Figure[] = [];
  let first = 0;
  for (const [steps, units] of [
    [10, 200],
    [100, 40],
    [1000, 6],
    [10_000, 1],
  ] as const) {
    const plan = planOf(steps);
    const kernel = createKernel({ ...officeConfig(), limits: unboundedLimits });
    const run = async (): Promise<void> => {
      const result = await kernel.run(query, { facts, plan });
      if (result.status !== 'committed') throw new Error(result.problem?.message ?? result.status);
    };
    const [figure] = await measure([{ name: `${steps} steps`, run }], { units, rounds: 7 });
    if (figure === undefined) throw new Error('nothing measured');
    const us = figure.us / steps;
    first = first === 0 ? us : first;
    figures.push({ name: `${steps} steps: a step`, us, ratio: us / first });
  }
  return {
    title: 'plan length: time a step, half of them effects (ratio: by the 10-step plan)',
    figures,
  };
}

/** Constants and mails by turns, each mail with the constant before it. */
function planOf(steps: number): object {
  const list: object[] = [];
  for (let i = 0; i < steps; i += 2) {
    list.push({ kind: 'const', id: `c${i}`, value: 'Summary' });
    const args = {
      to: { kind: 'fact', name: 'me' },
      subject: { kind: 'ref', ref: `c${i}` },
      body: { kind: 'ref', ref: `c${i}` },
    };
    list.push({ kind: 'tool', id: `s${i}`, tool: 'send_email', args });
  }
  return { steps: list, final: `s${steps - 2}` };
}

async function durableCalls(): Promise<Table> {
  const figures: Figure[] = [];
  for (const [callers, units] of [
    [1, 20],
    [64, 2],
  ] as const) {
    const bench = await durableBench(callers);
    try {
      for (const { name, us, ratio } of await measure(bench.candidates, { units, rounds: 9 }))
        figures.push({ name: `${callers} callers: ${name}`, us: us / bench.decisions, ratio });
    } finally {
      await bench.close();
    }
  }
  return { title: 'a decision with the audit in a file (ratio: by the loop)', figures };
}

async function guardedCalls(): Promise<Table> {
  const figures = await measure(guardOnUsual(), { units: 3000, rounds: 15 });
  return { title: 'the guard on a usual call (ratio: by the mail)', figures };
}

async function guardedTexts(): Promise<Table> {
  const figures: Figure[] = [];
  for (const [name, unit] of Object.entries(adversarial)) {
    for (const [size, units] of [
      [10_000, 60],
      [100_000, 12],
      [1_000_000, 2],
    ] as const) {
      const [, guard] = await measure(guardOn(unit, size), { units, rounds: 5 });
      if (guard !== undefined) figures.push({ ...guard, name: `${size} B of ${name}` });
    }
  }
  return { title: 'the guard on hostile text (ratio: by a plain scan of the same bytes)', figures };
}

async function turns(): Promise<Table> {
  const inProcess = await measure(turnInProcess(), { units: 200, rounds: 9 });
  const asProcess = await withExecutor((candidates) =>
    measure(candidates, { units: 4, rounds: 7 }),
  );
  return {
    title: 'a turn of one step, all but the model (ratio: by the line above)',
    figures: [...inProcess, ...asProcess],
  };
}

async function policies(): Promise<Table> {
  const figures: Figure[] = [];
  for (const [rules, units] of [
    [10, 400],
    [100, 100],
    [1000, 20],
    [10_000, 2],
  ] as const)
    figures.push(...(await measure(await engines(rules), { units, rounds: 7 })));
  return {
    title: 'two answers of the policy engine (ratio: by casbin on the same rules)',
    figures,
  };
}

async function policyGrowth(): Promise<Table> {
  const sizes = [10, 100, 1000, 10_000].map(engineAlone);
  const figures = await measure(sizes, { units: 20_000, rounds: 9 });
  return { title: 'the policy engine by number of rules (ratio: by 10 rules)', figures };
}

async function rankings(): Promise<Table> {
  const figures: Figure[] = [];
  for (const [executors, units] of [
    [10, 4000],
    [100, 2000],
    [300, 1000],
    [1000, 300],
  ] as const)
    figures.push(...(await measure(prefilterOn(executors), { units, rounds: 9 })));
  return {
    title: 'the pre-filter on one query (ratio: by a look at the words of each executor)',
    figures,
  };
}

async function gateways(): Promise<Table> {
  const figures = await gatewayFigures();
  return {
    title: 'a call of an MCP server in another process (ratio: by the direct way)',
    figures,
  };
}

function print(table: Table): void {
  process.stdout.write(`\n${table.title}\n`);
  for (const { name, us, ratio } of table.figures) {
    process.stdout.write(
      `  ${name.padEnd(52)} ${us.toFixed(2).padStart(10)} us ${ratio.toFixed(2).padStart(8)}x\n`,
    );
  }
}

const HELP = `npm run bench -- [--json]

Measures gated calls, plans, the guard, the pre-filter, turns and the gateway against a yardstick of the same run; takes some minutes.
--json prints one object.`;

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => arg !== '--json');
  if (unknown !== undefined) {
    process.exitCode = unknown === '--help' ? 0 : 1;
    (unknown === '--help' ? process.stdout : process.stderr).write(`${HELP}\n`);
    return;
  }
  const isJson = args.includes('--json');
  const tables: Table[] = [];
  for (const bench of [
    gated,
    scenario,
    plans,
    payloads,
    durableCalls,
    guardedCalls,
    guardedTexts,
    policies,
    policyGrowth,
    rankings,
    turns,
    gateways,
  ]) {
    const table = await bench();
    tables.push(table);
    if (!isJson) print(table);
  }
  if (isJson) process.stdout.write(`${JSON.stringify({ node: process.version, tables })}\n`);
}

await main();
