/**
 * The black list (behaviour A-9): commands that no call runs, in any mode, whatever a rule allows.
 * By what a command is, not by the letters of its text. The rest of that list the guard denies
 * before any rule: deleting the root, making file systems, writing to disks, fork bombs, running
 * what was downloaded.
 */
import { freeze } from '../../primordials.js';
import { type CommandForm, formsOf, indexForms } from '../commands/form.js';
import type { ProgramUse } from '../commands/program.js';

interface BlackForm extends CommandForm {
  readonly entry: string;
}

const form = (entry: string, words: string, more: Omit<CommandForm, 'words'> = {}): BlackForm => ({
  entry,
  words,
  ...more,
});

const TARGET = /^(?:poweroff|reboot|soft-reboot|halt|kexec|shutdown|exit)(?:\.target|\.service)?$/;

const forms = indexForms<BlackForm>(
  freeze([
    form('shutdown', 'shutdown'),
    form('reboot', 'reboot'),
    form('halt', 'halt'),
    form('poweroff', 'poweroff'),
    form('init', 'init|telinit 0|6'),
    form('systemctl', 'systemctl poweroff|reboot|soft-reboot|halt|kexec'),
    form('systemctl', 'systemctl start|isolate', { some: TARGET }),
    form('loginctl', 'loginctl poweroff|reboot|halt'),
    form('kexec', 'kexec', { options: ['e', 'exec', 'f', 'force'] }),
  ]),
);

/** Modes after which nobody may do anything: `000`, `a-rwx`, `u=,g=,o=`. */
const NO_RIGHTS = /^(?:0+|[ugoa]*(?:=|-[rwxXst]{3,}))$/;
/** Writing a letter to it stops the machine. */
const SYSRQ = '/proc/sysrq-trigger';
const ROOT = '/';
/** More commands than are looked at. */
export const UNSEEN = 'unseen';

/** One entry, and whether the command surely has its form. */
export type BlackHit = readonly [entry: string, isSure: boolean];

/** The entries that a command has or may have; `paths` are those that it names. */
export function blackHits(use: ProgramUse, paths: readonly string[]): readonly BlackHit[] {
  const hits: BlackHit[] = formsOf(use, forms).map(([{ entry }, match]) => [
    entry,
    match === 'hit',
  ]);
  if (use.name === 'chmod' && paths.includes(ROOT) && takesAllRights(use))
    hits.push(['chmod', true]);
  if (writesSysrq(paths)) hits.push(['sysrq', true]);
  return hits;
}

/** Whether something is written to the file that stops the machine. */
export function writesSysrq(paths: readonly string[]): boolean {
  return paths.includes(SYSRQ);
}

function takesAllRights({ args }: ProgramUse): boolean {
  return args.some((word) => word?.split(',').every((part) => NO_RIGHTS.test(part)) ?? false);
}
