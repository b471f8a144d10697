/**
 * A process that makes two runs of one call each over an audit file, started to be killed in the
 * second: it tells that it has reached the named point and waits there. What its tool does is a
 * line in a file.
 */
import { appendFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { createKernel, defineTool } from '../../hosts/index.js';
import { type AppendDisk, nodeDisk } from '../../hosts/stores/append-disk.js';
import { openFileAudit } from '../../hosts/stores/file-audit.js';

const [point = '', path = '', effects = ''] = process.argv.slice(2);
let isSecond = false;

/** Says so and stands still until the process is killed. */
function stand(): never {
  writeSync(1, `${point}\n`);
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function standAt(here: string): void {
  if (isSecond && point === here) stand();
}

function holds(bytes: Uint8Array, kind: string): boolean {
  return Buffer.from(bytes).includes(`"kind":"${kind}"`);
}

let last: Uint8Array = new Uint8Array();

const disk: AppendDisk = {
  ...nodeDisk,
  write(fd, bytes) {
    last = bytes;
    if (holds(bytes, 'admission')) {
      standAt('before the admission');
      if (isSecond && point === 'half of the admission') {
        nodeDisk.write(fd, bytes.subarray(0, bytes.length - 40));
        stand();
      }
    }
    if (holds(bytes, 'terminal')) standAt('after the effect');
    if (holds(bytes, 'run_ended')) standAt('after the terminal record');
    return nodeDisk.write(fd, bytes);
  },
  async sync(fd) {
    if (holds(last, 'admission')) standAt('the admission is not durable');
    await nodeDisk.sync(fd);
    if (holds(last, 'admission')) standAt('after the admission');
  },
};

const note = defineTool({
  name: 'note',
  description: 'Writes a line.',
  effect: 'write',
  capabilities: ['note'],
  classes: ['fileWriteOutsideWorktree'],
  sink: 'own',
  input: z.strictObject({}),
  output: z.null(),
  run: (_args, { call }) => {
    appendFileSync(effects, `${call}\n`);
    standAt('during the effect');
    return null;
  },
});

const audit = openFileAudit(path, { disk });
const kernel = createKernel({
  tools: [note],
  grant: ['note'],
  principal: 'user:alice@example.com',
  audit,
});
const plan = { steps: [{ kind: 'tool', id: 'a', tool: 'note', args: {} }], final: 'a' };
for (const turn of [1, 2]) {
  isSecond = turn === 2;
  const { status, problem } = await kernel.run('Note it', { plan });
  if (status !== 'committed') writeSync(1, `${problem?.message ?? status}\n`);
}
await audit.close();
writeSync(1, 'nobody killed it\n');
