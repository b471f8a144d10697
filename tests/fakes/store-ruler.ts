/**
 * A process that rules on requests of a store, started by tests/fakes/ruling-faces.ts. Reads one
 * ruling a line as JSON and prints the answer to each, in any order.
 */
import { createInterface } from 'node:readline';
import { nodeClock, nodeRandom, nodeTimer, openApprovalStore } from '../../hosts/index.js';
import { ApprovalBroker } from '../../kernel/index.js';

const [path = ''] = process.argv.slice(2);
const store = openApprovalStore(path);
const broker = new ApprovalBroker({
  store,
  clock: nodeClock,
  timer: nodeTimer,
  random: nodeRandom,
});
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

say({ ready: true });
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const ruling = JSON.parse(line) as { readonly approval: string };
  void broker.rule(ruling).then((answer) => say({ approval: ruling.approval, answer }));
});
lines.on('close', () => store.close());
