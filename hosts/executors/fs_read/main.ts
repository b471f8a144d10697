/** `fs_read`: the text of one file within reach of `fs.read`, up to 512 KiB. */
import * as z from 'zod/mini';
import { pathArgument } from '../paths/path-argument.js';
import { withPlace } from '../paths/place.js';
import { readRegular } from '../paths/regular-file.js';
import { utf8Text } from '../paths/utf8-text.js';
import { runExecutor } from '../protocol/run-executor.js';

const MAX_BYTES = 512 * 1024;

await runExecutor(z.strictObject({ path: pathArgument }), (call) =>
  withPlace(call.args.path, 'fs.read', call, async (place) => {
    const bytes = await readRegular(place, MAX_BYTES);
    return { path: place.path, text: utf8Text(bytes, place.path), bytes: bytes.length };
  }),
);
