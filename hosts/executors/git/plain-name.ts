/** Names as git takes them, in the narrow form that no part of git reads as anything else. */
import { quoted, Refusal } from '../protocol/refusal.js';

const REMOTE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const BRANCH = /^[A-Za-z0-9][A-Za-z0-9._+#-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._+#-]*)*$/;
/** Names that git gives a meaning of their own. */
const SPECIAL =
  /^(?:HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|refs\/.*|heads\/.*|remotes\/.*|tags\/.*)$/;

/** Throws a `Refusal` unless the text is the plain name of a remote, and no URL or option. */
export function assertRemoteName(remote: string): void {
  if (REMOTE.test(remote) && !remote.includes('..')) return;
  throw new Refusal(`${quoted(remote)} is no plain name of a remote; write one such as \`origin\``);
}

/** Throws a `Refusal` unless the text is the plain name of a branch, and no refspec or option. */
export function assertBranchName(branch: string): void {
  const isPlain = BRANCH.test(branch) && !SPECIAL.test(branch) && !branch.includes('..');
  if (isPlain && !branch.split('/').some((part) => /[.]$|[.]lock$/.test(part))) return;
  throw new Refusal(`${quoted(branch)} is no plain name of a branch; write one such as \`main\``);
}
