/** What a git command changes, by its sub-command and the form of it (behaviour G-5, G-6). */
import type { ActionClass } from '../../../schemas/index.js';
import { freeze, hasOwn } from '../../primordials.js';
import { formClasses, isReadingVerb, readingForms, verbClasses } from './git-verbs.js';
import type { ProgramUse } from './program.js';

const none: readonly ActionClass[] = freeze([]);
const changes: readonly ActionClass[] = freeze(['workspaceMutation']);

/** Options of `branch` and `tag` that change something, with operands or without. */
const CHANGES = freeze([
  ...['d', 'D', 'delete', 'm', 'M', 'move', 'c', 'C', 'copy', 'f', 'force', 'u', 't', 'track'],
  ...['set-upstream-to', 'unset-upstream', 'edit-description'],
]);
/** Options with which operands are no new names. */
const LISTS = freeze({
  branch: ['l', 'list', 'contains', 'no-contains', 'merged', 'no-merged', 'points-at'],
  tag: ['l', 'list', 'contains', 'no-contains', 'merged', 'no-merged', 'points-at', 'n', 'v'],
});
/** Options with which `config` only reads. */
const GETS = ['get', 'get-all', 'get-regexp', 'get-urlmatch', 'get-color', 'l', 'list'];
const UNSETS = ['unset', 'unset-all', 'remove-section', 'edit', 'e'];

/** Whether `git branch` or `git tag` only lists; an unknown word may be anything else. */
export function isListing({ options }: ProgramUse, verb: 'branch' | 'tag'): boolean {
  if (options.hasUnknown || options.has(...CHANGES)) return false;
  return options.operands.length === 1 || options.has(...LISTS[verb]);
}

/** Whether `git config` only reads. */
export function isReadingConfig({ options }: ProgramUse): boolean {
  const [, first, second] = options.operands;
  if (options.hasUnknown) return false;
  if (options.has(...GETS) || first === 'get' || first === 'list') return true;
  return second === undefined && !options.has(...UNSETS);
}

/** The classes that a git command adds; none for one that only reads. */
export function gitClasses(use: ProgramUse): readonly ActionClass[] {
  const { options } = use;
  const [verb = null, next = ''] = options.operands;
  const form = `${verb} ${next}`;
  if (hasOwn(formClasses, form)) return formClasses[form] ?? none;
  if (verb === null || isReadingForm(verb, next, use)) {
    // What only reads may be told to write what it finds to a file.
    const isWriting = options.has('output') || (verb === 'archive' && options.has('o'));
    return isWriting ? changes : none;
  }
  return hasOwn(verbClasses, verb) ? (verbClasses[verb] ?? none) : changes;
}

function isReadingForm(verb: string, next: string | null, use: ProgramUse): boolean {
  if (isReadingVerb(verb)) return verb !== 'ls-remote';
  if (verb === 'branch' || verb === 'tag') return isListing(use, verb);
  if (verb === 'config') return isReadingConfig(use);
  const readers = hasOwn(readingForms, verb) ? (readingForms[verb] ?? []) : [];
  return next !== null && readers.includes(next) && !use.options.hasUnknown;
}
