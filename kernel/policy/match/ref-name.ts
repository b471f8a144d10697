/** Names of branches and tags as git reads them (behaviour G-22, G-37). */
import { isWellFormed } from '../../primordials.js';

/** What `git check-ref-format` refuses, and what it lets pass but a shell acts on. */
const REFUSED =
  /[\p{Cc} ~^:?*[\\]|[;&|<>$()`"'!{}]|\.\.|\/\/|\/\.|\.lock(?:\/|$)|^[-+./]|[./]$|^(?:@|HEAD)$/u;
const SHELL_ACTIVE = /[\p{Cc} ;&|<>$()`"'!{}]/u;
const SPACE = /^(?:refs|heads|tags|remotes)\//;
/** A name that ends where its branches, tags or remotes would begin. */
const BARE_SPACE = /^refs\/(?:heads|tags|remotes)$/;

/**
 * Short name of a branch or tag as git would take it; null for what is no valid ref name.
 * `refs/heads/main`, `heads/main`, `main` and `+main` are `main`; of `src:dst` it is `dst`;
 * `:main` deletes `main`. `refs/tags/v1` is `tags/v1`, `refs/remotes/o/x` is `remotes/o/x`, other
 * names below `refs/` stay whole: none of them is taken for a branch. Whether a bare `v1` is a
 * branch or a tag only the repository knows: it is taken for a branch.
 *
 * Null also: `HEAD` (nobody knows which branch that is), a name with two readings such as
 * `refs/heads/heads/x`, one that begins with `-` or `+`, and one with a character that a shell acts
 * on (`; & | < > $ ( ) { } !`, quotes, backtick), because such names reach shells elsewhere.
 */
export function normalRef(text: string): string | null {
  const given = text.startsWith('+') ? text.slice(1) : text;
  const [source = '', target = source, ...more] = given.split(':', 3);
  if (more.length > 0 || SHELL_ACTIVE.test(source) || source.startsWith('-')) return null;
  const name = shortRef(target);
  return name === null || !isShortRef(name) ? null : name;
}

/**
 * The name without `refs/`, and without `heads/`; null where another name has the same short form.
 * It looks at the beginning only, so that it reads patterns too.
 */
export function shortRef(name: string): string | null {
  const inner = name.startsWith('refs/') ? name.slice('refs/'.length) : name;
  if (!inner.startsWith('heads/')) {
    return inner.startsWith('tags/') || inner.startsWith('remotes/') ? inner : name;
  }
  const branch = inner.slice('heads/'.length);
  return SPACE.test(branch) ? null : branch;
}

/** Whether a short name can be one, alone. */
export function isShortRef(name: string): boolean {
  return name !== '' && isWellFormed(name) && !REFUSED.test(name) && !BARE_SPACE.test(name);
}

/** Whether a short name is that of a branch. */
export function isBranch(name: string): boolean {
  return !/^(?:refs|tags|remotes)\//.test(name);
}
