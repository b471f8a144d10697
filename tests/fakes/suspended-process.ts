/**
 * A process that stores runs or takes them up, over one folder and one audit file or key: `store
 * FOLDER EFFECTS AUDIT COUNT` prints ids; `resume FOLDER EFFECTS AUDIT ID…` takes each up and
 * prints a word for each. What its tool does is a line in a file; with the effect `die` in the
 * environment it is killed right after.
 */
import { appendFileSync } from 'node:fs';
import { z } from 'zod';
import {
  AuditChain,
  createKernel,
  defineTool,
  type Kernel,
  memoryAuditSink,
  openFileAudit,
  openSuspensions,
} from '../../hosts/index.js';
import { approverThat } from './approvers.js';
import { call, planOf } from './plan-steps.js';

const [what = '', folder = '', effects = '', audit = '', ...rest] = process.argv.slice(2);

const publish = defineTool({
  name: 'publish',
  description: 'Publishes a text.',
  effect: 'write',
  capabilities: ['publish'],
  classes: ['prPublish'],
  args: { '/text': { role: 'content' } },
  input: z.strictObject({ text: z.string() }),
  output: z.string(),
  run: ({ text }) => {
    appendFileSync(effects, `${String(text)}\n`);
    if (process.env['SLUICE_TEST_DIES'] === '1') process.kill(process.pid, 'SIGKILL');
    return 'done';
  },
});

// Processes that race have a chain each, with one key; those that follow each other have the file.
const isKey = /^[0-9a-f]{64}$/.test(audit);
const file = isKey ? null : openFileAudit(audit);
const kernel = createKernel({
  tools: [publish],
  grant: ['publish'],
  principal: 'user:alice@example.com',
  home: '/home/alice',
  approval: 'suspend',
  audit: new AuditChain(file ?? { ...memoryAuditSink(), key: audit }),
  ports: { approver: approverThat('allow') },
});
const store = openSuspensions(folder);

async function storeRun(of: Kernel, number: number): Promise<string> {
  const text = `text ${number}`;
  const plan = planOf(call('one', 'publish', { text }));
  const { id } = await of.suspend(await of.run(`Publish "${text}"`, { plan }), store);
  return id;
}

async function takeUp(id: string): Promise<string> {
  try {
    return (await kernel.resume(store, id)).status;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

const words: string[] = [];
if (what === 'store') {
  for (let i = 0; i < Number(rest[0]); i += 1) words.push(await storeRun(kernel, i));
} else {
  // All that race begin when each is ready.
  if (isKey) {
    process.stdout.write('ready\n');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    process.stdin.destroy();
  }
  for (const id of rest) words.push(await takeUp(id));
}
await file?.close();
process.stdout.write(`${words.join('\n')}\n`);
