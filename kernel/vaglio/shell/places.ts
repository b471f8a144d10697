/**
 * What a directory is to whoever lives on the machine: the root, a home, the system's, temporary,
 * or below where the command works. Decides what a delete or a write there comes to.
 */
import { type PathBase, plainPath } from '../path-spelling.js';
import { BELOW, GLOB, homeOf, reachedPath, type ShellScope, UNKNOWN } from './word.js';

/** What becomes of a directory and all below it. */
export type Reach = 'root' | 'outside' | 'inside' | 'unknown';

/** Directories of the root that hold a system or its users. */
const SYSTEM =
  /^\/(?:applications|bin|boot|dev|etc|home|lib\d*|libx32|library|opt|private|proc|root|run|sbin|srv|sys|system|users|usr|var|volumes)$/;
const HOME = /^\/(?:home|users)\/[^/]+$|^\/var\/root$/;
const TEMPORARY = /^\/(?:tmp|var\/tmp|var\/folders\/[^/]+\/[^/]+|dev\/shm)\/./;
/** Files that the system runs by itself, for anybody. */
const STARTUP =
  /^\/(?:etc\/(?:cron|anacrontab|init|rc\d*\.|rc\.|pam\.|profile|ld\.so\.preload)|var\/spool\/cron)/;
const SYSTEM_FILE = /^\/(?:etc|usr|bin|sbin|lib\d*|boot|system|library)(?:\/|$)/;
/** Files of a home that are run when its user logs in or opens a shell. */
const HOME_STARTUP =
  /^\.(?:bash(?:rc|_profile|_login|_logout|_aliases)|profile|z(?:shrc|shenv|profile|login|logout)|xprofile|xinitrc|xsession|kshrc|cshrc|tcshrc|gitconfig|pam_environment|config\/(?:autostart|systemd|fish|git|environment\.d)(?:\/|$)|local\/share\/systemd\/)/;
const DISK =
  /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|loop|dm-|mapper\/|md\d|disk|rdisk|nbd|zd|ram\d|sr\d|k?mem$|port$)/;
const SOCKET = /^\/dev\/(?:tcp|udp)\//;
const MARKS = new RegExp(`[${GLOB}${BELOW}.]+`, 'g');

/** What deleting, or changing, a path with all below it reaches. */
export function reachOf(text: string, scope: ShellScope): Reach {
  if (text.includes(UNKNOWN)) return 'unknown';
  const { base } = scope;
  if (!text.startsWith('/') && scope.isLost) return 'unknown';
  const path = withoutLink(wholeDirectory(reachedPath(text, base)).toLowerCase());
  if (!path.startsWith('/')) return path === '' || path.startsWith('..') ? 'outside' : 'inside';
  const home = homeOf(base).toLowerCase();
  if (path === '/' || SYSTEM.test(path) || HOME.test(path)) return 'root';
  if (isAtOrAbove(path, home)) return 'root';
  if (TEMPORARY.test(path)) return 'inside';
  const cwd = base.cwd === null ? null : plainPath(base.cwd, false).toLowerCase();
  return cwd !== null && path !== cwd && isAtOrAbove(cwd, path) ? 'inside' : 'outside';
}

/** On some systems the root's directories are links to what lies below this one. */
function withoutLink(path: string): string {
  return path.startsWith('/private/') ? path.slice('/private'.length) : path;
}

function isAtOrAbove(path: string, other: string): boolean {
  return other === path || other.startsWith(path === '/' ? '/' : `${path}/`);
}

/** `/home/me/*` is `/home/me`: a pattern for every name counts as the directory itself. */
function wholeDirectory(path: string): string {
  let end = path;
  while (end !== '' && end !== '/') {
    const slash = end.lastIndexOf('/');
    const name = end.slice(slash + 1);
    if (!name.includes(GLOB) || name.replace(MARKS, '') !== '') return end;
    end = slash <= 0 ? end.slice(0, slash + 1) : end.slice(0, slash);
  }
  return end;
}

/** What writing to a file comes to; null where the guard has nothing against it. */
export function writeOf(
  text: string,
  base: PathBase,
): 'disk' | 'socket' | 'startup' | 'system' | null {
  const path = withoutLink(reachedPath(text, base).toLowerCase());
  if (SOCKET.test(path)) return 'socket';
  if (DISK.test(path)) return 'disk';
  if (STARTUP.test(path)) return 'startup';
  if (SYSTEM_FILE.test(path)) return 'system';
  const home = `${homeOf(base).toLowerCase()}/`;
  return path.startsWith(home) && HOME_STARTUP.test(path.slice(home.length)) ? 'system' : null;
}

/** Whether a path is that of a disk. */
export function isDisk(text: string, base: PathBase): boolean {
  return DISK.test(reachedPath(text, base));
}
