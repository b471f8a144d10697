/**
 * A process that makes runs of one call each over an audit file until one is refused, started with
 * a disk or a limit that fills up. Prints one line of JSON: what the refused run said, how many
 * calls ran, and how many admissions and ends the file has.
 */
import { readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { createKernel, defineTool, openFileAudit, type RunResult } from '../../hosts/index.js';

const [path = ''] = process.argv.slice(2);
let ran = 0;

const note = defineTool({
  name: 'note',
  description: 'Counts.',
  effect: 'write',
  capabilities: ['note'],
  classes: ['fileWriteOutsideWorktree'],
  sink: 'own',
  input: z.strictObject({}),
  output: z.null(),
  run: () => {
    ran += 1;
    return null;
  },
});
const audit = openFileAudit(path);
const kernel = createKernel({
  tools: [note],
  grant: ['note'],
  principal: 'user:alice@example.com',
  audit,
});
const plan = { steps: [{ kind: 'tool', id: 'a', tool: 'note', args: {} }], final: 'a' };
let last: RunResult | null = null;
for (let turn = 0; turn < 2000 && (last === null || last.status === 'committed'); turn += 1)
  last = await kernel.run('Note it', { plan });
await audit.close();

const text = readFileSync(path, 'utf8');
const count = (kind: string): number => text.split(`"kind":"${kind}"`).length - 1;
const { status, problem } = last ?? {};
writeSync(
  1,
  `${JSON.stringify({ status, code: problem?.code, message: problem?.message, ran, admissions: count('admission'), terminals: count('terminal') })}\n`,
);
