/**
 * Suspended runs in a folder: one encrypted file each, the key of all beside them. Who takes a run
 * up is decided by one exclusive creation of a file that stays: a suspension that is put back after
 * it was claimed is claimed. Upholds INV-U2. Does not defend against whoever may write to the
 * folder: that user can take the mark of a claim away (LIM-101).
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SuspensionStore } from '../../schemas/index.js';
import { readBounded } from '../bounded-read.js';
import { errorCode } from '../error-code.js';
import { HostError } from '../errors.js';
import { auditKey } from '../stores/audit-key.js';
import { openOwnedFile, pathInOwnedFolder, syncFolderOf } from '../stores/owned-file.js';
import { storeErrors } from '../stores/store-errors.js';
import { decryptText, encryptText } from './cipher.js';

const errors = storeErrors('suspensions_unavailable', 'suspensions_malformed');

const STORED = '.suspended';
const CLAIMED = '.claimed';
const KEY = 'key';
const ID = /^[A-Za-z0-9_-]{1,128}$/;
/** More than the values of any run come to, with their labels, is not read. */
const MAX_BYTES = 268_435_456;

export interface SuspensionFolder extends SuspensionStore {
  /** Absolute path of the folder, links resolved. */
  readonly folder: string;
  put(id: string, text: string): void;
  read(id: string): string | null;
  claim(id: string): boolean;
  /** Ids of those that nobody has claimed, sorted. */
  list(): readonly string[];
  /** The file of a suspension. */
  fileOf(id: string): string;
}

/**
 * Opens or makes a folder of suspended runs, mode 0700. Several processes may have it open at once.
 * @throws HostError `suspensions_unavailable` if it cannot be used safely; `suspensions_malformed`
 * if it has lost its key
 */
export function openSuspensions(folder: string): SuspensionFolder {
  return translated(() => {
    const keyPath = pathInOwnedFolder(join(folder, KEY));
    const real = dirname(keyPath);
    if (!existsSync(keyPath)) makeKeyIn(real);
    return new Folder(real, auditKey(keyPath, false));
  });
}

/**
 * The folder and the id of a suspension's file. @throws HostError `suspension_unknown` for a name
 * that is none
 */
export function suspensionOf(file: string): { readonly folder: string; readonly id: string } {
  const name = basename(file);
  const id = name.slice(0, -STORED.length);
  if (name.endsWith(STORED) && ID.test(id)) return { folder: dirname(file), id };
  throw new HostError('suspension_unknown', `\`${file}\` is no \`ID${STORED}\``);
}

/** All at once: a folder with a key in it takes the place of one that is empty. */
function makeKeyIn(folder: string): void {
  const found = readdirSync(folder);
  // Another process may have been quicker.
  if (found.includes(KEY)) return;
  if (found.some((name) => name.endsWith(STORED) || name.endsWith(CLAIMED)))
    throw errors.malformed(folder, `has lost its \`${KEY}\``);
  if (found.length > 0)
    throw errors.unavailable(folder, 'it holds other files; name a folder of its own');
  const draft = mkdtempSync(`${folder}.`);
  try {
    auditKey(join(draft, KEY), true);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // So it may meanwhile.
    if (!existsSync(join(folder, KEY))) throw error;
  }
  syncFolderOf(folder);
}

class Folder implements SuspensionFolder {
  readonly folder: string;
  readonly #key: string;

  constructor(folder: string, key: string) {
    this.folder = folder;
    this.#key = key;
  }

  get key(): string {
    return this.#key;
  }

  fileOf(id: string): string {
    return this.#at(id, STORED);
  }

  put(id: string, text: string): void {
    const bytes = encryptText(this.#key, id, text);
    const path = this.fileOf(id);
    if (bytes.length > MAX_BYTES) throw errors.unavailable(path, 'the run is too large to store');
    translated(() => create(path, bytes));
  }

  read(id: string): string | null {
    if (!ID.test(id)) return null;
    return translated(() => {
      const path = this.fileOf(id);
      // INV-U2: what comes back after it was claimed is claimed.
      if (existsSync(this.#at(id, CLAIMED)))
        throw new HostError('suspension_claimed', `\`${path}\` was taken up already`);
      if (!existsSync(path)) return null;
      const text = decryptText(this.#key, id, readAll(path));
      if (text !== null) return text;
      throw new HostError('suspension_malformed', `\`${path}\` is not as this folder stored it`);
    });
  }

  claim(id: string): boolean {
    return translated(() => {
      try {
        // INV-U2: made by one process of all, and never taken away again.
        create(this.#at(id, CLAIMED), Buffer.from(`${new Date().toISOString()}\n`));
      } catch (error) {
        if (isThere(error)) return false;
        throw error;
      }
      // Its content has no use any more.
      rmSync(this.fileOf(id), { force: true });
      return true;
    });
  }

  list(): readonly string[] {
    return translated(() => {
      const names = readdirSync(this.folder);
      const claimed = new Set(names.filter((name) => name.endsWith(CLAIMED)));
      return names
        .filter((name) => name.endsWith(STORED))
        .map((name) => name.slice(0, -STORED.length))
        .filter((id) => ID.test(id) && !claimed.has(`${id}${CLAIMED}`))
        .sort();
    });
  }

  #at(id: string, ending: string): string {
    if (!ID.test(id)) throw new HostError('suspension_unknown', 'a name that is no id');
    return join(this.folder, `${id}${ending}`);
  }
}

/** Makes a file that is not there, durable, or none. */
function create(path: string, bytes: Buffer): void {
  const fd = openOwnedFile(path, 'create');
  try {
    try {
      writeFileSync(fd, bytes);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    syncFolderOf(path);
  } catch (error) {
    // Half of a run is none, and a mark that nobody goes on from would keep everybody off.
    rmSync(path, { force: true });
    throw error;
  }
}

function readAll(path: string): Buffer {
  const fd = openOwnedFile(path, 'read');
  try {
    return readBounded(fd, MAX_BYTES, () => errors.unavailable(path, 'it is too large'));
  } finally {
    closeSync(fd);
  }
}

function isThere(error: unknown): boolean {
  const cause = error instanceof HostError ? error.cause : null;
  return errorCode(cause) === 'EEXIST';
}

/** Says in the codes of this store what other files say in theirs. */
function translated<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof HostError)) throw errors.from('the folder of suspensions', error);
    throw error.code.startsWith('audit_') ? errors.translated(error) : error;
  }
}
