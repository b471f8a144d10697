/**
 * `fs_write`: one text file within reach of `fs.write`, written whole or not at all. `create` (the
 * default) takes no name that is taken, `replace` and `append` none that is not.
 */
import * as z from 'zod/mini';
import { writeAtomically } from '../paths/atomic-write.js';
import { pathArgument } from '../paths/path-argument.js';
import { type Place, withPlace } from '../paths/place.js';
import { readRegular, regularStats } from '../paths/regular-file.js';
import { quoted, Refusal } from '../protocol/refusal.js';
import { runExecutor } from '../protocol/run-executor.js';

/** Of what is written in one call, in characters. */
const MAX_CONTENT = 512 * 1024;
/** Of a file that is appended to, in bytes. */
const MAX_GROWN = 8 * 1024 * 1024;
/** Reading and writing are kept of what is replaced; executing and set-user-id are not. */
const KEPT_BITS = 0o666;

const shape = z.strictObject({
  path: pathArgument,
  content: z.string().check(z.maxLength(MAX_CONTENT)),
  mode: z.optional(z.enum(['create', 'replace', 'append'])),
});

await runExecutor(shape, (call) =>
  withPlace(call.args.path, 'fs.write', call, async (place) => {
    const { content, mode = 'create' } = call.args;
    const bytes = Buffer.from(content, 'utf8');
    const size = mode === 'create' ? await create(place, bytes) : await over(place, bytes, mode);
    return { path: place.path, mode, bytes: size };
  }),
);

async function create(place: Place, bytes: Buffer): Promise<number> {
  await writeAtomically(place, { bytes, place: 'new' });
  return bytes.length;
}

async function over(place: Place, added: Buffer, mode: 'replace' | 'append'): Promise<number> {
  const before = await regularStats(place);
  const old = mode === 'append' ? await readRegular(place, MAX_GROWN) : Buffer.alloc(0);
  const bytes = Buffer.concat([old, added]);
  if (bytes.length > MAX_GROWN) {
    throw new Refusal(`${quoted(place.path)} would have over ${MAX_GROWN} bytes; begin a new file`);
  }
  await writeAtomically(place, {
    bytes,
    place: 'over',
    mode: before.mode & KEPT_BITS,
    assertUnchanged: async () => {
      const now = await regularStats(place);
      const isSame =
        now.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
      if (!isSame) throw new Refusal(`${quoted(place.path)} was changed meanwhile; try again`);
    },
  });
  return bytes.length;
}
