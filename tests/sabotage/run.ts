/**
 * Takes out, one after another, the line that upholds each claim, and shows that the tests that
 * cite the claim go red: `npm run test:sabotage [-- --only INV-B3] [-- --json]`. Exits 1 if any
 * stays green.
 */
import { citations } from '../claims/citations.js';
import { claims } from '../claims/claims.js';
import { isOfFullSizeAlone } from '../size.js';
import { copyBuiltTree, type TreeCopy } from '../tree-copy.js';
import { startCited } from './cited-tests.js';
import { type Bench, baseline, carryOut, type Finding } from './finding.js';
import { type Mutation, mutationsOf } from './mutation.js';

const WORKERS = 2;

interface Options {
  readonly only: readonly string[];
  readonly json: boolean;
}

const HELP = `npm run test:sabotage -- [--only ID[,ID…]] [--json]

Takes out the line that upholds each claim, in a copy of the tree, and runs the tests that cite the
claim, in the quick size: each must go red. --only keeps to some claims, --json prints one object a claim.`;

function parseOptions(args: readonly string[]): Options {
  const only: string[] = [];
  let json = false;
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '--json') json = true;
    else if (args[i] === '--only' && args[i + 1] !== undefined) {
      i += 1;
      only.push(...(args[i] ?? '').split(','));
    } else throw new Error(`unknown option \`${args[i]}\`: use --only ID[,ID] or --json`);
  }
  const unknown = only.filter((id) => !Object.hasOwn(claims, id));
  if (unknown.length > 0) throw new Error(`no claim is called \`${unknown.join(', ')}\``);
  return { only, json };
}

function row({ id, result, file, note }: Finding): string {
  return `${id.padEnd(8)} ${result.padEnd(8)} ${note.padEnd(20)} ${file}`;
}

/** As many copies as workers, so that two mutations are carried out at a time. */
async function carryOutAll(
  mutations: readonly Mutation[],
  report: (finding: Finding, done: number) => void,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const queue = [...mutations];
  const copies: TreeCopy[] = [];
  const benches: Bench[] = [];
  try {
    while (copies.length < Math.min(WORKERS, mutations.length)) copies.push(copyBuiltTree());
    for (const { root } of copies) benches.push({ root, cited: await startCited(root) });
    const before = await baseline(benches, mutations);
    const work = async (bench: Bench): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const finding = await carryOut(bench, next, before);
        findings.push(finding);
        report(finding, findings.length);
      }
    };
    await Promise.all(benches.map(work));
  } finally {
    for (const { cited } of benches) cited.stop();
    for (const copy of copies) copy.remove();
  }
  return findings;
}

/** The test files that cite an id and that `npm test` runs: those must notice. */
function quickCitations(): ReadonlyMap<string, readonly string[]> {
  const all = [...citations()];
  return new Map(all.map(([id, files]) => [id, files.filter((file) => !isOfFullSizeAlone(file))]));
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const { only, json } = parseOptions(args);
  const mutations = mutationsOf(claims, quickCitations(), only);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  if (!json) print(`${mutations.length} sabotages; first the tests as the sources stand`);
  const findings = await carryOutAll(mutations, (finding, done) => {
    if (!json) print(`${`${done}/${mutations.length}`.padStart(7)}  ${row(finding)}`);
  });
  const red = findings.filter(({ result }) => result === 'red').length;
  if (json) print(JSON.stringify({ red, of: findings.length, findings }, null, 2));
  else print(`\n${red} of ${findings.length} sabotages turn their tests red`);
  return findings.length > 0 && red === findings.length ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
