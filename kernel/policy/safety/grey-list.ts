/**
 * The grey list (behaviour A-10): programs that are asked about in the usual modes, by their plain
 * names. `rm` in a text, and `rm` as a word of another program, are no `rm`.
 */
import { freeze, hasOwn } from '../../primordials.js';

/** The entry of each program; several programs may share one. */
const programs: Readonly<Record<string, string>> = freeze({
  rm: 'rm',
  mv: 'mv',
  dd: 'dd',
  sudo: 'sudo',
  doas: 'sudo',
  apt: 'apt',
  'apt-get': 'apt',
  pip: 'pip',
  npm: 'npm',
  chmod: 'chmod',
  chown: 'chown',
  kill: 'kill',
  pkill: 'kill',
  killall: 'kill',
  systemctl: 'systemctl',
  docker: 'docker',
  podman: 'docker',
});

/** The entry of a program, by the plain name that the reading gives it; null for any other. */
export function greyEntry(name: string): string | null {
  return hasOwn(programs, name) ? (programs[name] ?? null) : null;
}

/** `>` and `>>` to a file. */
export const REDIRECT = 'redirect';
/** A command that nobody could read. */
export const UNREAD = 'unread';
