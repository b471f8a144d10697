// What a command prints is out before it leaves, however far its reader is behind.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../project.js';

const PIECE = 10_000;
const SCREEN = `${projectRoot}/dist/hosts/cli/screen.js`;

// The end of a process throws away what its pipe has not taken. A piece is less than any stream
// holds back by itself, so that some count ends with one that just does not fit the pipe.
const CHILD = `
  import { Screen } from ${JSON.stringify(SCREEN)};
  const screen = new Screen();
  const piece = 'x'.repeat(${PIECE});
  const [count, where] = process.argv.slice(1);
  for (let i = 0; i < Number(count); i += 1) {
    if (where === 'stdout') await screen.print(piece);
    else screen.note(piece.slice(1));
  }
  await screen.noted();
  process.exit(0);
`;

async function lengthOf(count: number, where: 'stdout' | 'stderr'): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', CHILD, String(count), where],
    { stdio: 'pipe' },
  );
  // Whoever only listens for what is readable is not made to read at the child's end.
  child[where].on('readable', () => undefined);
  await Promise.race([delay(2000), new Promise((done) => child.once('exit', done))]);
  return (await text(child[where])).length;
}

test.each(['stdout', 'stderr'] as const)('a slow reader of %s misses nothing', async (where) => {
  const counts = Array.from({ length: 36 }, (_, i) => i + 5);
  const lengths = await Promise.all(counts.map((count) => lengthOf(count, where)));
  expect(lengths).toEqual(counts.map((count) => count * PIECE));
});
