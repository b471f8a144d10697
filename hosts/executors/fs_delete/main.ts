/**
 * `fs_delete`: one file, one link (never what it leads to) or one empty folder within reach of
 * `fs.delete`.
 */
import { lstat, rmdir, unlink } from 'node:fs/promises';
import * as z from 'zod/mini';
import { pathArgument } from '../paths/path-argument.js';
import { withPlace } from '../paths/place.js';
import { kindOf } from '../paths/regular-file.js';
import { quoted, Refusal } from '../protocol/refusal.js';
import { runExecutor } from '../protocol/run-executor.js';

await runExecutor(z.strictObject({ path: pathArgument }), (call) =>
  withPlace(call.args.path, 'fs.delete', call, async ({ folder, name, path }) => {
    const kind = kindOf(await lstat(folder.at(name)));
    if (kind === 'other') {
      throw new Refusal(`${quoted(path)} is a device, a pipe or a socket; delete it by hand`);
    }
    await folder.assertStill();
    // Neither call follows a link: what took the name meanwhile is at worst deleted in its place.
    await (kind === 'folder' ? rmdir : unlink)(folder.at(name));
    return { path, kind };
  }),
);
