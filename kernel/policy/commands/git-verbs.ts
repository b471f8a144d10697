/** The sub-commands of git: which there are, and which only read. Data only. */
import type { ActionClass } from '../../../schemas/index.js';
import { createRecord, freeze, hasOwn } from '../../primordials.js';

const words = (...lines: readonly string[]): readonly string[] =>
  freeze(lines.flatMap((line) => line.split(' ')));

/** Read what there is, whatever their operands. */
const READING = words(
  'annotate archive blame bugreport cat-file check-attr check-ignore check-mailmap check-ref-format cherry',
  'column count-objects describe diagnose diff diff-files diff-index diff-tree diff-pairs',
  'for-each-ref fsck fsck-objects get-tar-commit-id grep help hook log ls-files ls-remote ls-tree',
  'last-modified merge-base merge-tree name-rev pack-redundant patch-id pickaxe range-diff repo',
  'rev-list rev-parse shortlog show show-branch show-index show-ref status stripspace var',
  'verify-commit verify-pack verify-tag version whatchanged fmt-merge-msg interpret-trailers',
  'request-pull',
);

const CHANGING = words(
  'add am apply archimport backfill bisect branch bundle checkout checkout-index',
  'cherry-pick citool clean clone commit commit-graph commit-tree config credential',
  'credential-cache credential-store cvsexportcommit cvsimport cvsserver daemon difftool',
  'fast-export fast-import fetch fetch-pack filter-branch for-each-repo format-patch gc gitk',
  'gitweb gui hash-object history http-backend http-fetch http-push imap-send index-pack init',
  'init-db instaweb mailinfo mailsplit maintenance merge merge-file merge-index merge-octopus',
  'merge-one-file merge-ours merge-recursive merge-resolve merge-subtree mergetool mktag mktree',
  'multi-pack-index mv notes p4 pack-objects pack-refs prune prune-packed pull push quiltimport',
  'read-tree rebase receive-pack reflog refs remote remote-ext remote-fd repack replace replay',
  'rerere reset restore revert rm scalar send-email send-pack shell sparse-checkout stage stash',
  'submodule subtree svn switch symbolic-ref tag unpack-file unpack-objects update-index',
  'update-ref update-server-info upload-archive upload-pack worktree write-tree',
);

/** Sub-commands of sub-commands that only read; the empty text where no operand does, too. */
export const readingForms: Readonly<Record<string, readonly string[]>> = freeze({
  bisect: words('log view visualize'),
  bundle: words('verify list-heads'),
  notes: freeze(['', 'list', 'show']),
  reflog: freeze(['', 'show', 'list', 'exists']),
  refs: words('verify list exists'),
  remote: freeze(['', 'show', 'get-url']),
  rerere: words('status diff remaining'),
  stash: words('list show'),
  submodule: freeze(['', 'status', 'summary']),
  'sparse-checkout': words('list check-rules'),
  worktree: words('list'),
});

/** What git sub-commands do beside changing the work tree (behaviour G-5, G-6). */
export const verbClasses: Readonly<Record<string, readonly ActionClass[]>> = freeze({
  am: freeze(['gitCommit', 'workspaceMutation'] as const),
  'cherry-pick': freeze(['gitCommit', 'workspaceMutation'] as const),
  clean: freeze(['fileDelete', 'workspaceMutation'] as const),
  clone: freeze(['networkEgress', 'workspaceMutation'] as const),
  commit: freeze(['gitCommit'] as const),
  'commit-tree': freeze(['gitCommit'] as const),
  credential: freeze(['secretAccess'] as const),
  'credential-cache': freeze(['secretAccess'] as const),
  'credential-store': freeze(['secretAccess'] as const),
  daemon: freeze(['networkEgress'] as const),
  fetch: freeze(['networkEgress'] as const),
  'fetch-pack': freeze(['networkEgress'] as const),
  'filter-branch': freeze(['gitCommit', 'workspaceMutation'] as const),
  'http-fetch': freeze(['networkEgress'] as const),
  'http-push': freeze(['gitPush', 'networkEgress'] as const),
  'imap-send': freeze(['vendorSyncWrite', 'networkEgress'] as const),
  'ls-remote': freeze(['networkEgress'] as const),
  merge: freeze(['gitCommit', 'workspaceMutation'] as const),
  p4: freeze(['gitPush', 'networkEgress', 'workspaceMutation'] as const),
  pull: freeze(['gitCommit', 'networkEgress', 'workspaceMutation'] as const),
  push: freeze(['gitPush', 'networkEgress'] as const),
  rebase: freeze(['gitCommit', 'workspaceMutation'] as const),
  revert: freeze(['gitCommit', 'workspaceMutation'] as const),
  rm: freeze(['fileDelete', 'workspaceMutation'] as const),
  'send-email': freeze(['vendorSyncWrite', 'networkEgress'] as const),
  'send-pack': freeze(['gitPush', 'networkEgress'] as const),
  submodule: freeze(['networkEgress', 'workspaceMutation'] as const),
  subtree: freeze(['gitPush', 'gitCommit', 'networkEgress', 'workspaceMutation'] as const),
  svn: freeze(['gitPush', 'networkEgress', 'workspaceMutation'] as const),
});

/** The same for sub-commands of sub-commands. */
export const formClasses: Readonly<Record<string, readonly ActionClass[]>> = freeze({
  'remote prune': freeze(['networkEgress', 'workspaceMutation'] as const),
  'remote show': freeze(['networkEgress'] as const),
  'remote update': freeze(['networkEgress', 'workspaceMutation'] as const),
});

function setOf(names: readonly string[]): Readonly<Record<string, true>> {
  const set: Record<string, true> = createRecord();
  for (const name of names) set[name] = true;
  return freeze(set);
}

const reading = setOf(READING);
const changing = setOf(CHANGING);

/** Whether git has this sub-command itself; any other may be an alias for anything. */
export function isGitVerb(verb: string): boolean {
  return hasOwn(reading, verb) || hasOwn(changing, verb);
}

/** Whether a sub-command of git reads only, whatever follows. */
export function isReadingVerb(verb: string): boolean {
  return hasOwn(reading, verb);
}
