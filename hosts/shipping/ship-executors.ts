/**
 * Makes the shipped set: each executor bundled to one file and signed with a key that is made for
 * this and thrown away. The signature says that the files are those of this build, and no more: who
 * trusts the package trusts its key.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signExecutor } from '../catalogue/sign-folder.js';
import { bundleExecutors } from '../executors/bundle.js';
import { makeKeyFile } from '../keys/key-file.js';

/** Makes the set anew in a folder; answers the names of its executors. */
export async function shipExecutors(folder: string): Promise<readonly string[]> {
  rmSync(folder, { recursive: true, force: true });
  const executors = join(folder, 'executors');
  mkdirSync(executors, { recursive: true, mode: 0o755 });
  await bundleExecutors(executors);
  const { file } = makeKeyFile(join(folder, 'shipped.key'), 'catalog', 'sluice');
  const names = readdirSync(executors).sort();
  for (const name of names) {
    closeToOthers(join(executors, name));
    signExecutor(join(executors, name), file);
  }
  rmSync(file);
  return names;
}

/** A wide umask would leave what nobody may load. */
function closeToOthers(folder: string): void {
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
}
