/** A copy of the sources in a temporary folder, for tests that break the project on purpose. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot, rooms } from './project.js';

const CONFIGS = [
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vitest.config.ts',
  'vitest.built.config.ts',
  '.dependency-cruiser.mjs',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
];

export interface TreeCopy {
  readonly root: string;
  /** Writes a file of the copy, by path from its root. */
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
}

/** Copies every room and configuration; `node_modules` is linked, `dist` left out. */
export function copyTree(): TreeCopy {
  return copyOf([...rooms, ...CONFIGS]);
}

/** Copies the same, and what is compiled of it. */
export function copyBuiltTree(): TreeCopy {
  return copyOf([...rooms, ...CONFIGS, 'dist']);
}

function copyOf(names: readonly string[]): TreeCopy {
  const root = mkdtempSync(join(tmpdir(), 'sluice-tree-'));
  for (const name of names) {
    const source = join(projectRoot, name);
    if (existsSync(source)) cpSync(source, join(root, name), { recursive: true });
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'dir');
  return {
    root,
    write: (file, text) => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
