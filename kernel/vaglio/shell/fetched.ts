/** Follows files that a script gets from the network, until it runs one of them. */
import type { ShellRedirect, ShellWord } from '../../../schemas/index.js';
import { isDownloader } from './code.js';
import { hasOption, type OptionSpec, optionValues, readOptions } from './options.js';
import { reachedPath, type ShellScope, staticText, valuesOf } from './word.js';

const curl: OptionSpec = { valued: 'odHXATFubeEcKm', long: ['output'], flags: ['remote-name'] };
const wget: OptionSpec = { valued: 'OoPUae', long: ['output-document'] };

/** Notes the files that a command gets by its own options. */
export function noteFetched(name: string, args: readonly ShellWord[], scope: ShellScope): void {
  if (name === 'curl') {
    const options = readOptions(args, scope, curl);
    note(optionValues(options, 'o', 'output'), scope);
    if (hasOption(options, 'O', 'remote-name')) noteLast(options.operands, scope);
  } else if (name === 'wget') {
    const options = readOptions(args, scope, wget);
    const outputs = optionValues(options, 'O', 'output-document');
    note(outputs, scope);
    if (outputs.length === 0) noteLast(options.operands, scope);
  }
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
function noteLast(words: readonly ShellWord[], { base, fetched }: ShellScope): void {
  for (const word of words) {
    const [address = ''] = (staticText(word) ?? '').split(/[?#]/);
    const file = address.slice(address.lastIndexOf('/') + 1);
    if (file !== '') fetched.add(reachedPath(file, base));
  }
}

/** Whether a word names a file that the script got from the network. */
export function isFetched(word: ShellWord, scope: ShellScope): boolean {
  if (scope.fetched.size === 0) return false;
  return valuesOf(word, scope).texts.some((text) =>
    scope.fetched.has(reachedPath(text, scope.base)),
  );
}
