/** Commands that run another command, and the options that they take before it. Data only. */
import { freeze } from '../../primordials.js';
import type { OptionSpec } from './options.js';

/** How the options of one wrapper are read. */
export interface WrapperSpec extends OptionSpec {
  /** Operands before the command. */
  readonly skip?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
  /** Options whose value is a script. */
  readonly script?: readonly string[];
  /** Options with which it runs nothing. */
  readonly idle?: readonly string[];
  /** It hands the operands to a shell as one text. */
  readonly joins?: boolean;
  /** Options whose value is the directory to run in. */
  readonly directory?: readonly string[];
  /** Options with which it runs in the home of another user. */
  readonly home?: readonly string[];
}

const plain: WrapperSpec = freeze({});

const sudo: WrapperSpec = freeze({
  valued: 'ugpCTDRhrtU',
  long: ['user', 'group', 'prompt', 'close-from', 'command-timeout', 'chdir', 'chroot', 'host'],
  flags: ['edit', 'list', 'validate', 'remove-timestamp', 'login'],
  assigns: true,
  idle: ['e', 'edit', 'l', 'list'],
  directory: ['D', 'chdir'],
  home: ['i', 'login'],
});

/** `su` and its kin: the command is an option. */
export const su: WrapperSpec = freeze({
  valued: 'cgGsw',
  long: ['command', 'group', 'shell', 'session-command'],
  flags: ['login'],
  script: ['c', 'command', 'session-command'],
  idle: [],
  home: ['l', 'login'],
});

const xargs: WrapperSpec = freeze({
  valued: 'adEILnPs',
  long: ['arg-file', 'delimiter', 'max-lines', 'max-args', 'max-procs', 'max-chars', 'eof'],
});

/** Every wrapper by its name. */
export const wrappers: Readonly<Record<string, WrapperSpec>> = freeze({
  builtin: plain,
  busybox: plain,
  bwrap: { long: ['chdir'], directory: ['chdir'] },
  chroot: { skip: 1, long: ['userspec', 'groups'] },
  chrt: { skip: 1, valued: 'TPD', idle: ['p', 'm'] },
  command: { idle: ['v', 'V'] },
  doas: { valued: 'uC' },
  env: {
    valued: 'uCS',
    long: ['unset', 'chdir', 'split-string'],
    script: ['S', 'split-string'],
    assigns: true,
    directory: ['C', 'chdir'],
  },
  exec: { valued: 'a' },
  fakeroot: plain,
  firejail: plain,
  flock: { skip: 1, valued: 'wEc', long: ['timeout', 'command'], script: ['c', 'command'] },
  gosu: { skip: 1 },
  ionice: { valued: 'cnpPu', long: ['class', 'classdata', 'pid'], idle: ['p'] },
  ltrace: { valued: 'aeDFlnopsuwx' },
  nice: { valued: 'n', long: ['adjustment'] },
  nocorrect: plain,
  noglob: plain,
  nohup: plain,
  parallel: { valued: 'jIN', joins: true },
  nsenter: {
    valued: 'tSG',
    long: ['target', 'wd', 'root', 'setuid', 'setgid'],
    directory: ['wd'],
  },
  pkexec: { long: ['user'] },
  proot: { valued: 'rbwq', long: ['cwd', 'pwd'], directory: ['w', 'cwd', 'pwd'] },
  runuser: su,
  script: { valued: 'cIOBTEom', long: ['command'], script: ['c', 'command'] },
  setarch: plain,
  setsid: plain,
  stdbuf: { valued: 'ioe', long: ['input', 'output', 'error'] },
  strace: { valued: 'abeEIoOpPsSuUX' },
  su,
  'su-exec': { skip: 1 },
  sudo,
  'systemd-run': {
    valued: 'pEuMHtG',
    long: ['unit', 'property', 'description', 'slice', 'working-directory'],
    directory: ['working-directory'],
  },
  taskset: { skip: 1, idle: ['p'] },
  time: { valued: 'of', long: ['output', 'format'] },
  timeout: { skip: 1, valued: 'ks', long: ['kill-after', 'signal'] },
  toybox: plain,
  unshare: { valued: 'SGRw', long: ['wd', 'root'], directory: ['w', 'wd'] },
  valgrind: plain,
  watch: { valued: 'nq', long: ['interval', 'equexit'], joins: true },
  xargs,
  'xvfb-run': { valued: 'eflnps' },
});
