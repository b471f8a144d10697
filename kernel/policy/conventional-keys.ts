/** What an argument is taken for by its key alone, where its tool declares nothing. Data only. */
import type { ArgumentDimension } from '../../schemas/index.js';
import { createRecord, freeze } from '../primordials.js';

const keys: Readonly<Record<Exclude<ArgumentDimension, 'cents' | 'none'>, readonly string[]>> = {
  path: [
    'path',
    'file_path',
    'filePath',
    'paths',
    'file',
    'files',
    'file_paths',
    'target_path',
    'destination',
    'directory',
    'dir',
    'cwd',
  ],
  ref: [
    'ref',
    'refs',
    'branch',
    'branches',
    'push_branch',
    'pushBranch',
    'branch_override',
    'base',
    'base_branch',
    'head',
    'head_branch',
    'target_branch',
    'target_ref',
  ],
  host: ['url', 'host', 'hosts', 'urls', 'endpoint'],
  command: ['command', 'cmd', 'script'],
  count: ['count', 'limit', 'max_files'],
};

/** The dimension of each conventional key (behaviour G-31); inherits nothing. */
export const conventionalKeys: Readonly<Record<string, ArgumentDimension>> = freeze(byKey());

function byKey(): Record<string, ArgumentDimension> {
  const found: Record<string, ArgumentDimension> = createRecord();
  for (const [dimension, names] of Object.entries(keys)) {
    for (const name of names) found[name] = dimension as keyof typeof keys;
  }
  return found;
}
