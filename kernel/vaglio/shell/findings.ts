/** What reading a shell command finds: at most one reason to deny, any number to ask. */
import { freeze } from '../../primordials.js';

export type ShellDenial =
  | 'delete_root'
  | 'change_root'
  | 'format_disk'
  | 'write_device'
  | 'write_startup'
  | 'fork_bomb'
  | 'run_download'
  | 'open_socket';

export type ShellQuestion =
  | 'shell_unread'
  | 'shell_error'
  | 'shell_too_long'
  | 'shell_too_deep'
  | 'command_unknown'
  | 'code_unknown'
  | 'target_unknown'
  | 'path_unknown'
  | 'delete_outside'
  | 'write_system';

/** Why a command is denied, whoever wants it. */
export const shellDenials: Readonly<Record<ShellDenial, string>> = freeze({
  delete_root: 'deletes the root, a home or a system directory with all below it',
  change_root: 'changes owner or mode of the root or a system directory with all below it',
  format_disk: 'makes a file system',
  write_device: 'writes to a disk',
  write_startup: 'writes a file that the system runs by itself',
  fork_bomb: 'defines a function that starts itself over and over',
  run_download: 'runs what it downloads',
  open_socket: 'opens a connection by a redirect',
});

/** Why the user is asked about a command. */
export const shellQuestions: Readonly<Record<ShellQuestion, string>> = freeze({
  shell_unread: 'no shell parser is connected, so the command was not read',
  shell_error: 'the command could not be read without an error',
  shell_too_long: 'the command is too long to be read',
  shell_too_deep: 'the command nests too deeply to be read',
  command_unknown: 'which program it runs is not known before it runs',
  code_unknown: 'it hands a shell text that is not known before it runs',
  target_unknown: 'what it deletes or changes is not known before it runs',
  path_unknown: 'its pattern may reach a forbidden path',
  delete_outside: 'it deletes the working directory, or a directory outside it',
  write_system: 'it writes to a system directory or a start-up file',
});

/** Collects findings while a command is read. */
export class ShellFindings {
  readonly #questions = new Set<ShellQuestion>();
  #denial: string | null = null;
  #path: string | null = null;

  deny(rule: ShellDenial): void {
    this.#denial ??= rule;
  }

  /** A coded pattern in the text of a command. */
  denyText(pattern: string): void {
    this.#denial ??= pattern;
  }

  /** A forbidden path, by the pattern that names it. */
  denyPath(pattern: string): void {
    this.#path ??= pattern;
  }

  ask(rule: ShellQuestion): void {
    this.#questions.add(rule);
  }

  /** Takes over what reading another command found, but for one question. */
  add(found: ShellFindings, except: ShellQuestion | null): void {
    this.#denial ??= found.denial;
    this.#path ??= found.path;
    for (const rule of found.questions) if (rule !== except) this.#questions.add(rule);
  }

  /** The rule or the coded pattern that denies. */
  get denial(): string | null {
    return this.#denial;
  }

  get path(): string | null {
    return this.#path;
  }

  get questions(): readonly ShellQuestion[] {
    return [...this.#questions];
  }
}
