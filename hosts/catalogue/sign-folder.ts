/**
 * Signs the folder of an executor: the digests of its files go into the manifest, word for word
 * where they stand, and the signature beside it (behaviour T-31, T-32).
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isJsonObject, type JsonObject, sameJson } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { type KeySigner, signerOf } from '../keys/key-file.js';
import { unreadable } from '../unreadable.js';
import { toolOf } from './executor.js';
import { assertGuardedFolder, readGuarded } from './guarded-file.js';
import { isCodePath, MANIFEST, type Manifest, SIGNATURE } from './manifest.js';
import { MAX_MANIFEST_BYTES, manifestText, readManifest, tomlTable } from './manifest-text.js';
import { executorScope } from './scope/executor-scope.js';
import { MAX_CODE_BYTES, sha256 } from './signed-folder.js';

/** What was signed; `changed` says whether anything had to be written. */
export interface SignedExecutor {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly key: string;
  readonly changed: boolean;
}

const FILES = '[code.files]';
const HEADER = /^\s*\[/;
const LINE = /^(\s*(?:"([^"\\]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=\s*)("[^"\\]*"|'[^']*')(.*)$/;

/**
 * Signs an executor with a private key for catalogues. To sign it again changes nothing.
 * @throws HostError `manifest_malformed`, `catalogue_file_refused`, `input_unreadable`,
 * `key_exposed`, `key_malformed`, `key_purpose`; KernelFault `tool_malformed`, `schema_refused`
 */
export function signExecutor(folder: string, keyFile: string): SignedExecutor {
  return signWith(resolve(folder), signerOf(keyFile, 'catalog'));
}

function signWith(folder: string, signer: KeySigner): SignedExecutor {
  assertGuardedFolder(folder);
  const before = manifestText(readGuarded(folder, MANIFEST, MAX_MANIFEST_BYTES), MANIFEST);
  const { text, manifest } = withDigests(folder, before);
  assertTool(manifest);
  const signature = `${signer.sign(text)}\n`;
  const isManifestNew = text !== before;
  const isSignatureNew = signature !== signatureBefore(folder);
  if (isManifestNew) replace(folder, MANIFEST, text);
  if (isSignatureNew) replace(folder, SIGNATURE, signature);
  const { name, version } = manifest;
  const changed = isManifestNew || isSignatureNew;
  return Object.freeze({ folder, name, version, key: signer.key, changed });
}

/** The manifest with the digests of the files as they are, and nothing else touched. */
function withDigests(
  folder: string,
  before: string,
): { readonly text: string; readonly manifest: Manifest } {
  const table = tomlTable(before, MANIFEST);
  const files = filesOf(table);
  const digests: Record<string, string> = {};
  for (const name of Object.keys(files)) {
    if (!isCodePath(name))
      throw malformed(`\`${name}\` in \`${FILES}\` is no path below the folder`);
    digests[name] = `sha256:${sha256(readGuarded(folder, name, MAX_CODE_BYTES))}`;
  }
  const text = rewritten(before, digests);
  const manifest = readManifest(text, MANIFEST);
  const same = sameJson(withFiles(tomlTable(text, MANIFEST), {}), withFiles(table, {}));
  // Had it gone into another table, or into a text, this would sign what nobody wrote.
  if (!same || !sameJson(manifest.code.files, digests))
    throw malformed(`write \`${FILES}\` as a table of its own, a line \`"file" = ""\` a file`);
  return { text, manifest };
}

function rewritten(text: string, digests: Readonly<Record<string, string>>): string {
  let isInside = false;
  const lines = text.split('\n').map((line) => {
    if (HEADER.test(line)) isInside = line.trim().startsWith(FILES);
    const found = isInside ? LINE.exec(line) : null;
    if (found === null) return line;
    const [, start, quoted, literal, bare, , rest] = found;
    const digest = digests[quoted ?? literal ?? bare ?? ''];
    return digest === undefined ? line : `${start}"${digest}"${rest}`;
  });
  return lines.join('\n');
}

function filesOf(table: JsonObject): JsonObject {
  const { code = null } = table;
  const files = isJsonObject(code) ? (code['files'] ?? null) : null;
  if (!isJsonObject(files)) throw malformed(`it has no \`${FILES}\``);
  return files;
}

function withFiles(table: JsonObject, files: JsonObject): JsonObject {
  const { code = null } = table;
  return { ...table, code: isJsonObject(code) ? { ...code, files } : code };
}

/** What no catalogue would let in is not worth a signature. */
function assertTool(manifest: Manifest): void {
  // Where its paths lead is a matter of the host that lets it in.
  const asWritten = { resolve: (path: string) => ({ real: path, names: 1 }) };
  const scope = executorScope(manifest, {}, { home: '/home/user', paths: asWritten });
  toolOf(manifest, scope, () => null);
}

function signatureBefore(folder: string): string | null {
  try {
    return readGuarded(folder, SIGNATURE, 1024).toString('latin1');
  } catch (error) {
    if (error instanceof HostError && error.code === 'input_unreadable') return null;
    throw error;
  }
}

/** Whole or not at all. */
function replace(folder: string, name: string, text: string): void {
  const next = join(folder, `.${name}.next`);
  try {
    rmSync(next, { force: true });
    writeFileSync(next, text, { mode: 0o644, flag: 'wx' });
    renameSync(next, join(folder, name));
  } catch (cause) {
    rmSync(next, { force: true });
    throw unreadable(join(folder, name), cause, 'it cannot be written');
  }
}

function malformed(what: string): HostError {
  return new HostError('manifest_malformed', `\`${MANIFEST}\`: ${what}`);
}
