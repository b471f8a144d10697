/**
 * Takes out, one after another, the line that upholds each claim, and shows that the tests that
 * cite the claim go red: `npm run test:sabotage [-- --only INV-B3] [-- --json]`. Exits 1 if any
 * stays green.
 */
import { citations } from '../claims/citations.js';
import { claims } from '../claims/claims.js';
import { copyTree, type TreeCopy } from '../tree-copy.js';
import { baseline, carryOut, type Finding } from './finding.js';
import { type Mutation, mutationsOf } from './mutation.js';

const WORKERS = 2;

interface Options {
  readonly only: readonly string[];
  readonly json: boolean;
}

const HELP = `npm run test:sabotage -- [--only ID[,ID…]] [--json]

Takes out the line that upholds each claim, in a copy of the tree, and runs the tests that cite the
claim: each must go red. --only keeps to some claims, --json prints one object a claim.`;

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

/** Two copies, so that two mutations are carried out at a time. */
async function carryOutAll(
  mutations: readonly Mutation[],
  report: (finding: Finding, done: number) => void,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const queue = [...mutations];
  const copies: TreeCopy[] = [copyTree()];
  try {
    const before = await baseline(copies[0] as TreeCopy, mutations);
    while (copies.length < Math.min(WORKERS, mutations.length)) copies.push(copyTree());
    const work = async (copy: TreeCopy): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const finding = await carryOut(copy, next, before);
        findings.push(finding);
        report(finding, findings.length);
      }
    };
    await Promise.all(copies.map(work));
  } finally {
    for (const copy of copies) copy.remove();
  }
  return findings;
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const { only, json } = parseOptions(args);
  const mutations = mutationsOf(claims, citations(), only);
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
