/** Runs dependency-cruiser on a tree, as `npm run depcruise` does. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from '../project.js';

/** One breach: which rule, which file, and what it imports. */
export interface Breach {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

interface CruiseOutput {
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
}

/** Lists every breach of .dependency-cruiser.mjs in the tree at `root`. */
export function cruiseTree(root: string): readonly Breach[] {
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const folders = rooms.filter((room) => existsSync(join(root, room)));
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders];
  const child = spawnSync(process.execPath, [tool, ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!child.stdout.startsWith('{')) throw new Error(`dependency-cruiser failed: ${child.stderr}`);
  const output = JSON.parse(child.stdout) as CruiseOutput;
  return output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}
