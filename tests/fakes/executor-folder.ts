/** Folders of executors on disk: real manifests, real code, real keys. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, CatalogueOptions, MadeKey } from '../../hosts/index.js';
import { makeKeyFile, openCatalogue, signExecutor } from '../../hosts/index.js';

export interface FolderText {
  readonly name?: string;
  /** Lines of `main.mjs`, behind what reads the envelope into `envelope` and defines `answer`. */
  readonly code?: string;
  readonly run?: string;
  readonly files?: readonly string[];
  readonly limits?: string;
  readonly secrets?: string;
  readonly tool?: string;
  readonly scope?: string;
  readonly input?: string;
  readonly output?: string;
}

const PRELUDE = `
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
const envelope = JSON.parse(readFileSync(0, 'utf8'));
const answer = (value) => process.stdout.write(JSON.stringify({ ok: true, value }));
`;
export const ECHO = 'answer(JSON.stringify(envelope));';
const READ = 'effect = "read"\ncapabilities = ["fs.read"]';
const INPUT = `type = "object"
required = ["path"]
additionalProperties = false
properties.path = { type = "string", maxLength = 4096 }`;

/** The text of a manifest, not signed. */
export function manifestOf(text: FolderText = {}): string {
  const { name = 'fs_read', run = '["node", "main.mjs"]', files = ['main.mjs'] } = text;
  const { tool = READ, limits = '', secrets = '', scope = '', input = INPUT } = text;
  const { output = 'type = "string"' } = text;
  return `name = "${name}" # of a test
version = "1.0.0"
description = "Reads a text file."
affinity = ["file", "read"]
[code]
run = ${run}
[code.files]
${files.map((file) => `"${file}" = "" # digest`).join('\n')}
[limits]
${limits}
[secrets]
${secrets}
[tool]
${tool}
${scope}
[input]
${input}
[output]
${output}
`;
}

/** Writes the folder of an executor below another, not signed, and returns its path. */
export function writeExecutor(below: string, text: FolderText = {}): string {
  const folder = join(below, text.name ?? 'fs_read');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.toml'), manifestOf(text));
  writeFileSync(join(folder, 'main.mjs'), `${PRELUDE}\n${text.code ?? ECHO}\n`);
  return folder;
}

export interface ExecutorPlace {
  readonly root: string;
  readonly executors: string;
  readonly key: MadeKey;
  /** Writes and signs. */
  readonly add: (text?: FolderText) => string;
  readonly open: (options?: Partial<CatalogueOptions>) => Catalogue;
}

/** A folder for executors, a key that is trusted, and a home. */
export function executorPlace(root: string): ExecutorPlace {
  const executors = join(root, 'executors');
  const home = join(root, 'home');
  for (const folder of [executors, home]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = makeKeyFile(join(root, 'catalog.key'), 'catalog', 'alice@example.com');
  return {
    root,
    executors,
    key,
    add: (text = {}) => {
      const folder = writeExecutor(executors, text);
      signExecutor(folder, key.file);
      return folder;
    },
    open: (options = {}) =>
      openCatalogue({ folders: [executors], keys: key.publicFile, home, ...options }),
  };
}
