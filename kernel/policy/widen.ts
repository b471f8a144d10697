/**
 * Widens one thing that an action named by one step, as a pattern that a rule can hold: the folder
 * of a path, the first part of a branch name, anything else as it is (behaviour G-37). A step that
 * would reach a root, a whole home or all refs is not taken. Pure.
 */
import type { ActionCommand } from '../../schemas/index.js';
import { cannotRemember, type RememberRefusal } from './remember-refusal.js';

/** Folders with fewer names than this hold too much. */
const MIN_FOLDER = 2;
/** Where people's homes lie, each a folder of its own. */
const HOMES = /^\/(?:home|Users)\/[^/]+$|^\/var\/root$/;
const UNPLAIN_NAME = /^\.{0,2}$/;
const WILD = /[\\*?]/g;
/** What git takes in no name, and what is no name by itself. */
const UNPLAIN_REF = /[\p{Cc} ~^:?*[\\!]|\.\.|\/\/|\/\.|^[-+./@]|[./]$|^HEAD$|^(?:refs|heads)\//u;
/** First parts that all names of a kind have. */
const ALL_OF_A_KIND: readonly string[] = ['tags', 'remotes', 'origin', 'upstream'];
const HOST = /^[a-z0-9_:][a-z0-9_.:-]*$/;
const BLANK = /\s/u;

/** The folder of a path and all below it; the path alone where that is too much. */
export function widenPath(path: string, home: string | null): string | RememberRefusal {
  const [before, ...names] = path.split('/');
  if (path === '/') return cannotRemember('root');
  if (before !== '' || names.some((name) => UNPLAIN_NAME.test(name)) || path.includes('\0')) {
    return cannotRemember('unplain_path');
  }
  const folder = path.slice(0, path.lastIndexOf('/'));
  const isWide = names.length - 1 < MIN_FOLDER || isHome(folder, home);
  // What is a wildcard in a pattern was a plain character in the path.
  return isWide ? path.replace(WILD, '\\$&') : `${folder.replace(WILD, '\\$&')}/**`;
}

/** A home, or what holds one. */
function isHome(folder: string, home: string | null): boolean {
  return HOMES.test(folder) || (home !== null && `${home}/`.startsWith(`${folder}/`));
}

/** `feature/**` of `feature/login`; a name of one part alone. */
export function widenRef(ref: string): string | RememberRefusal {
  if (ref === '' || UNPLAIN_REF.test(ref)) return cannotRemember('unplain_ref');
  const slash = ref.indexOf('/');
  const first = ref.slice(0, Math.max(slash, 0));
  return slash === -1 || ALL_OF_A_KIND.includes(first) ? ref : `${first}/**`;
}

/** The host alone. */
export function hostAlone(host: string): string | RememberRefusal {
  return HOST.test(host) ? host : cannotRemember('unplain_host');
}

/**
 * The words of a command as a rule writes them. Rules divide words by blanks and know no quotes,
 * and what allows compares the text too.
 */
export function commandText({ words, text }: ActionCommand): string | RememberRefusal {
  const plain: string[] = [];
  for (const word of words) {
    if (word === null) return cannotRemember('unread_command');
    if (word === '' || BLANK.test(word)) return cannotRemember('quoted_command');
    plain.push(word);
  }
  if (plain.length === 0) return cannotRemember('unread_command');
  const written = plain.join(' ');
  const isSpeltSo = text === null || text.trim() === written;
  return isSpeltSo ? written : cannotRemember('quoted_command');
}
