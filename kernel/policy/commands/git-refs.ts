/**
 * The branches and tags that a git command touches: by the destination of what it pushes, not by
 * the branch that is checked out, which nobody knows here (behaviour G-22).
 */
import { freeze, hasOwn } from '../../primordials.js';
import type { OptionSpec } from '../../vaglio/shell/options.js';
import { normalRef } from '../match/ref-name.js';
import type { FacetDraft } from './facet.js';
import { isListing } from './git-classes.js';
import type { ProgramUse } from './program.js';
import { type CommandWords, readWords } from './words.js';

/** Whatever there is. */
const EVERY = freeze(['all', 'branches', 'mirror', 'tags', 'prune']);
const push: OptionSpec = freeze({
  valued: 'o',
  long: ['push-option', 'repo', 'receive-pack', 'exec', 'recurse-submodules'],
  flags: freeze([...EVERY, 'delete', 'follow-tags', 'set-upstream', 'stdin']),
});
const fetch: OptionSpec = freeze({
  valued: 'jo',
  long: ['upload-pack', 'depth', 'deepen', 'refmap', 'server-option', 'jobs', 'negotiation-tip'],
  flags: freeze(['tags', 'all', 'prune', 'stdin']),
});
const branch: OptionSpec = freeze({ valued: 'u', long: ['set-upstream-to', 'sort', 'format'] });
const tag: OptionSpec = freeze({
  valued: 'mFu',
  long: ['message', 'file', 'local-user', 'sort', 'format', 'cleanup', 'trailer'],
});
const created: OptionSpec = freeze({ valued: 'bBcC', long: ['orphan', 'create', 'force-create'] });
const OF_CURRENT = freeze([
  ...['m', 'M', 'move', 'c', 'C', 'copy', 'u', 'set-upstream-to', 'unset-upstream'],
  'edit-description',
]);
const noSpec: OptionSpec = freeze({});

type Names = (args: CommandWords, into: FacetDraft, use: ProgramUse) => void;

/** `[+]src:dst`, `src`, `:dst`. */
function nameSpec(spec: string | null, into: FacetDraft): void {
  if (spec === null) into.reach('open');
  else if (spec.slice(spec.indexOf(':') + 1).includes('*') || /^\+?:$/.test(spec))
    into.reach('every');
  else into.name(spec.startsWith('^') ? null : normalRef(spec));
}

/** What stands after the name of the other repository; `tag NAME` is a tag. */
function nameSpecs(specs: CommandWords, into: FacetDraft): void {
  for (const [at, spec] of specs.entries()) {
    if (spec === 'tag' && at < specs.length - 1) continue;
    nameSpec(specs[at - 1] === 'tag' && spec !== null ? `refs/tags/${spec}` : spec, into);
  }
}

const pushes: Names = (args, into) => {
  const options = readWords(args, push);
  const specs = options.operands.slice(1);
  if (options.has(...EVERY)) into.reach('every');
  // Without a refspec the current branch goes, or what the configuration says.
  else if (specs.length === 0 || options.hasUnknown || options.has('follow-tags', 'stdin'))
    into.reach('open');
  nameSpecs(specs, into);
};

const fetches: Names = (args, into) => {
  const options = readWords(args, fetch);
  nameSpecs(options.operands.slice(1), into);
  if (options.hasUnknown) into.reach('open');
};

const pulls: Names = (args, into, use) => {
  into.reach('open');
  fetches(args, into, use);
};

const branches: Names = (args, into, use) => {
  if (isListing(use, 'branch')) return;
  const { operands, hasUnknown } = readWords(args, branch);
  nameAll(operands, 'refs/heads/', into);
  // `-m NEW` and `-u UPSTREAM` are about the current branch.
  if (hasUnknown || (operands.length < 2 && use.options.has(...OF_CURRENT))) into.reach('open');
};

const tags: Names = (args, into, use) => {
  if (isListing(use, 'tag')) return;
  const { operands, hasUnknown } = readWords(args, tag);
  nameAll(deletes(use) ? operands : operands.slice(0, 1), 'refs/tags/', into);
  if (hasUnknown) into.reach('open');
};

function deletes({ options }: ProgramUse): boolean {
  return options.has('d', 'D', 'delete') && !options.hasUnknown;
}

function nameAll(names: CommandWords, space: string, into: FacetDraft): void {
  for (const name of names) into.name(name === null ? null : normalRef(space + name));
}

const creates: Names = (args, into) => {
  const options = readWords(args, created);
  const names = options.values('b', 'B', 'c', 'C', 'orphan', 'create', 'force-create');
  nameAll(names, 'refs/heads/', into);
};

/** A rule for sub-commands that take full names of refs first. */
function fullNames(count: number): Names {
  return (args, into) => {
    const { operands, has, hasUnknown } = readWords(args, noSpec);
    nameAll(operands.slice(0, count), '', into);
    if (hasUnknown || has('stdin')) into.reach('open');
  };
}

/** Moves the current branch, whichever it is. */
const moves: Names = (_args, into) => into.reach('open');

const verbs: Readonly<Record<string, Names>> = freeze({
  am: moves,
  branch: branches,
  checkout: creates,
  'cherry-pick': moves,
  commit: moves,
  fetch: fetches,
  'filter-branch': moves,
  'http-push': pushes,
  merge: moves,
  p4: moves,
  pull: pulls,
  push: pushes,
  rebase: moves,
  reset: moves,
  revert: moves,
  'send-pack': pushes,
  subtree: moves,
  svn: moves,
  switch: creates,
  'symbolic-ref': fullNames(2),
  tag: tags,
  'update-ref': fullNames(1),
});

/** Adds the refs that a git command touches. */
export function nameRefs(use: ProgramUse, into: FacetDraft): void {
  const [verb] = use.options.operands;
  if (verb === null) into.reach('open');
  else if (verb !== undefined && hasOwn(verbs, verb)) verbs[verb]?.(use.args.slice(1), into, use);
}
