/** Where the executors that come with the package lie, and the key that signed them. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A folder of executors, and the public key to trust for it. */
export interface ShippedSet {
  readonly folder: string;
  readonly key: string;
}

/** The folder of the shipped set, whether it was made yet or not. */
export function shippedFolder(): string {
  const root = dirname(createRequire(import.meta.url).resolve('sluice/package.json'));
  return join(root, 'dist', 'hosts', 'shipped');
}

/** The set that lies in a folder; null where none was made. */
export function shippedSet(folder: string = shippedFolder()): ShippedSet | null {
  const set = { folder: join(folder, 'executors'), key: join(folder, 'shipped.key.pub') };
  return existsSync(set.key) ? Object.freeze(set) : null;
}
