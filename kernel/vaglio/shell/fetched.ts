/** Follows files that a script gets from the network, until it runs one of them. */
import type { ShellRedirect, ShellWord } from '../../../schemas/index.js';
import { isDownloader } from './code.js';
import { type DownloadedFiles, downloadedBy } from './into-directory.js';
import { reachedPath, type ShellScope, staticText, valuesOf } from './word.js';

/** Notes the files that a command gets by its own options. */
export function noteFetched(name: string, args: readonly ShellWord[], scope: ShellScope): void {
  const found = downloadedBy(name, args, scope);
  if (found === null) return;
  note(found.files, scope);
  noteNamed(found, scope);
}

/** Notes where the output of a command that gets something goes. */
export function noteRedirects(
  name: string,
  redirects: readonly ShellRedirect[],
  scope: ShellScope,
): void {
  if (!isDownloader(name)) return;
  for (const redirect of redirects)
    if (redirect.kind === 'file' && redirect.operator.includes('>')) note([redirect.target], scope);
}

function note(words: readonly ShellWord[], scope: ShellScope): void {
  for (const word of words)
    for (const text of valuesOf(word, scope).texts)
      scope.fetched.add(reachedPath(text, scope.base));
}

/** The last part of an address is the name of the file. */
function noteNamed({ addresses, directories }: DownloadedFiles, scope: ShellScope): void {
  const places = directories.flatMap((word) => valuesOf(word, scope).texts);
  for (const word of addresses) {
    const [address = ''] = (staticText(word) ?? '').split(/[?#]/);
    const file = address.slice(address.lastIndexOf('/') + 1);
    if (file === '') continue;
    for (const place of places.length === 0 ? ['.'] : places)
      scope.fetched.add(reachedPath(`${place}/${file}`, scope.base));
  }
}

/** Whether a word names a file that the script got from the network. */
export function isFetched(word: ShellWord, scope: ShellScope): boolean {
  if (scope.fetched.size === 0) return false;
  return valuesOf(word, scope).texts.some((text) =>
    scope.fetched.has(reachedPath(text, scope.base)),
  );
}
