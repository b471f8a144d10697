/**
 * What a call is taken for where only the name of its tool is known: the tier that its name speaks
 * of, and for any other name that of a tool that writes (behaviour G-8). Data.
 */
import { type ActionClass, type Effect, tierClasses } from '../../schemas/index.js';

export interface ToolSketch {
  readonly effect: Effect;
  readonly egress: boolean;
  readonly classes: readonly ActionClass[];
  /** It runs commands: the guard reads its `command`. */
  readonly runsCommands: boolean;
}

const reads: ToolSketch = sketch('read');
const runs: ToolSketch = { ...sketch('write', ...tierClasses.exec), runsCommands: true };
const writesFiles: ToolSketch = sketch('write', 'workspaceMutation', 'fileWriteOutsideWorktree');
const sends: ToolSketch = sketch('write', 'networkEgress');
const fetches: ToolSketch = { ...sketch('read', 'networkEgress'), egress: true };
const unknown: ToolSketch = sketch('write', ...tierClasses.write);

function sketch(effect: Effect, ...classes: readonly ActionClass[]): ToolSketch {
  return Object.freeze({ effect, egress: false, classes, runsCommands: false });
}

/** By name in lower case, with `_` for `.` and `-`. */
const known: Readonly<Record<string, ToolSketch>> = Object.freeze({
  bash: runs,
  exec: runs,
  run: runs,
  run_command: runs,
  shell: runs,
  shell_exec: runs,
  terminal: runs,
  fs_list: reads,
  fs_read: reads,
  file_read: reads,
  read_file: reads,
  resource_read: reads,
  git_log: reads,
  git_show: reads,
  git_status: reads,
  mail_read: reads,
  fs_write: writesFiles,
  file_write: writesFiles,
  write_file: writesFiles,
  edit_file: writesFiles,
  fs_delete: sketch('write', 'fileDelete'),
  delete_file: sketch('write', 'fileDelete'),
  git_checkout: sketch('write', 'workspaceMutation'),
  git_commit: sketch('write', 'gitCommit'),
  git_push: sketch('write', 'gitPush', 'networkEgress'),
  http_get: fetches,
  web_fetch: fetches,
  fetch: fetches,
  http_post: sends,
  mail_send: sends,
  send_email: sends,
  send_mail: sends,
  clock_now: sketch('pure'),
});

/** What a tool of this name is taken for. */
export function sketchOf(name: string): ToolSketch {
  const plain = name.toLowerCase().replaceAll('.', '_').replaceAll('-', '_');
  return Object.hasOwn(known, plain) ? (known[plain] ?? unknown) : unknown;
}
