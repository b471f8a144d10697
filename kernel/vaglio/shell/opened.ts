/** What `exec` opens: whatever reads it later in the script, a shell too, gets it. */
import type { ShellRedirect, ShellWord } from '../../../schemas/index.js';
import { isMade, staticText } from './word.js';
import { plainName } from './wrappers.js';

const EXEC = /^(?:builtin|command|exec)$/;

/** Whether a command is an `exec` that opens text or what a command prints for reading. */
export function opensCode(
  words: readonly ShellWord[],
  redirects: readonly ShellRedirect[],
): boolean {
  const names = words.map((word) => plainName(staticText(word) ?? ''));
  const isBare = names.at(-1) === 'exec' && names.every((name) => EXEC.test(name));
  return isBare && redirects.some(bringsCode);
}

function bringsCode(redirect: ShellRedirect): boolean {
  if (redirect.kind === 'text') return true;
  return redirect.operator === '<' && isMade(redirect.target);
}
