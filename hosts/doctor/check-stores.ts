/**
 * The audit file, the list of approvals and private keys, as they lie there: nothing is made,
 * written or mended. The lock of an audit file is asked for and given back.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { verifyAudit } from '../../kernel/index.js';
import { isHeld } from '../audit/held-store.js';
import { HostError } from '../errors.js';
import { signerOf } from '../keys/key-file.js';
import { auditKey } from '../stores/audit-key.js';
import { auditLinesOfStore } from '../stores/audit-lines.js';
import { isOpenToOthers, isWritableByOthers, openOwnedFile } from '../stores/owned-file.js';
import { type Checkup, faulty, isWell, looked, warns } from './checkup.js';

const NOT_MADE = 'is not there yet: the first run makes it';

/** Looks at an audit file: its folder, its chain, its key, and who holds it. */
export function checkAudit(path: string): readonly Checkup[] {
  return looked('audit', () => {
    const folder = checkFolder('audit', path);
    if (!isThere(path)) return [...folder, isWell('audit', `\`${path}\` ${NOT_MADE}`)];
    const report = verifyAudit(auditLinesOfStore(path), { mayContinue: true });
    const { ok, records, problemCount, problems, unsettled } = report;
    const isTorn = !ok && problems.every(({ kind }) => kind === 'torn');
    const found: Checkup[] = [...folder];
    if (ok) found.push(isWell('audit', `the chain of \`${path}\` holds: ${records} records`));
    else if (isTorn) found.push(isWell('audit', `\`${path}\` ends in a torn line, which is named`));
    else found.push(broken(path, problemCount));
    const isOpen = isExposed(path);
    if (isOpen) found.push(exposed('audit', path));
    // A file that others may read is not opened to write: that would take its mode for mended.
    if (!isOpen) found.push(heldBy(path));
    if (unsettled.length > 0) found.push(unsettledCalls(path, unsettled.length));
    return [...found, ...checkDigestKey('audit', path)];
  });
}

function broken(path: string, problems: number): Checkup {
  const message = `the chain of \`${path}\` does not hold: ${problems} problems`;
  return faulty('audit', message, 'see where with `sluice audit verify`, and start a new file');
}

function heldBy(path: string): Checkup {
  const held = isHeld(path);
  if (held === true) return isWell('audit', 'a process has the file open and writes to it');
  if (held === false) return isWell('audit', 'the file is free to be written');
  return faulty('audit', `this user cannot write to \`${path}\``, 'give it to the user that runs');
}

function unsettledCalls(path: string, count: number): Checkup {
  const message = `${count} calls may have happened, and nobody knows`;
  return warns('audit', message, `look with \`sluice audit uncertain ${path}\`, then resolve each`);
}

/** Looks at a list of approvals; the database is not opened. */
export function checkApprovals(path: string): readonly Checkup[] {
  return looked('approvals', () => {
    const folder = checkFolder('approvals', path);
    if (!isThere(path)) return [...folder, isWell('approvals', `\`${path}\` ${NOT_MADE}`)];
    if (!isSqlite(path)) {
      const mend = 'name the file that `--approvals` made, or a new one';
      return [...folder, faulty('approvals', `\`${path}\` is no list of approvals`, mend)];
    }
    const open = isExposed(path) ? [exposed('approvals', path)] : [];
    const well = isWell('approvals', `\`${path}\` is a list of this user`);
    return [
      ...folder,
      ...(open.length === 0 ? [well] : open),
      ...checkDigestKey('approvals', path),
    ];
  });
}

/** Looks at private keys: their shape, and who may read them. */
export function checkKeys(paths: readonly string[]): readonly Checkup[] {
  return paths.flatMap((path) =>
    looked('key', () => {
      try {
        signerOf(path, 'audit');
      } catch (error) {
        // Of another use: it was read, and only its user may.
        if (!(error instanceof HostError) || error.code !== 'key_purpose') throw error;
      }
      return [isWell('key', `only this user reads \`${path}\``)];
    }),
  );
}

/** The key of a store's digests, beside it. */
function checkDigestKey(what: string, path: string): readonly Checkup[] {
  return looked(what, () => {
    auditKey(`${path}.key`, false);
    return [isWell(what, 'the key of its digests is there, and only this user reads it')];
  });
}

function checkFolder(what: string, path: string): readonly Checkup[] {
  const folder = dirname(resolve(path));
  if (!existsSync(folder)) {
    const isNear = existsSync(dirname(folder));
    const message = `its folder \`${folder}\` is not there`;
    if (isNear) return [isWell(what, `${message} yet: it is made`)];
    return [faulty(what, message, 'make it, or correct the path')];
  }
  const stats = statSync(folder);
  if (isWritableByOthers(stats))
    return [faulty(what, `other users may write to \`${folder}\``, `\`chmod go-w ${folder}\``)];
  const user = process.geteuid?.();
  if (user !== undefined && stats.uid !== user && stats.uid !== 0)
    return [faulty(what, `another user owns \`${folder}\``, 'use a folder of this user')];
  return isWritable(folder)
    ? []
    : [faulty(what, `this user cannot write to \`${folder}\``, 'use a folder of this user')];
}

/** A link that leads nowhere is something, too: a store refuses it. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function exposed(what: string, path: string): Checkup {
  return warns(what, `other users may read or write \`${path}\``, `\`chmod 600 ${path}\``);
}

function isExposed(path: string): boolean {
  const fd = openOwnedFile(path, 'read', { mayHaveSecondName: true });
  try {
    return isOpenToOthers(fd);
  } finally {
    closeSync(fd);
  }
}

const MAGIC = 'SQLite format 3\0';

function isSqlite(path: string): boolean {
  const fd = openOwnedFile(path, 'read');
  try {
    const head = Buffer.alloc(MAGIC.length);
    const length = readSync(fd, head, 0, head.length, 0);
    // One that was made and never written is empty.
    return length === 0 || head.toString('latin1') === MAGIC;
  } finally {
    closeSync(fd);
  }
}
