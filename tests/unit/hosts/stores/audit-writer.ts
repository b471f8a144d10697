/**
 * A process that writes to an audit file, started by the tests of locks, crashes and full disks.
 * Prints one line an event: `open`, `child PID`, the hash of each head once it is durable, `error
 * CODE`.
 */
import { spawn } from 'node:child_process';
import { rmSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { HostError } from '../../../../hosts/errors.js';
import { type FileAudit, openFileAudit } from '../../../../hosts/stores/file-audit.js';
import { appendRun, codeOf, verifyFile } from './store-checks.js';

const [mode = '', path = '', ...rest] = process.argv.slice(2);

// Synchronous, so that a line is out before the process can be killed.
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

async function openPatiently(): Promise<FileAudit> {
  for (let tries = 0; tries < 20_000; tries += 1) {
    try {
      return openFileAudit(path);
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'audit_locked') throw error;
      await pause(1);
    }
  }
  throw new Error('never got the lock');
}

/** Appends runs of the given size until it is killed. */
async function write(): Promise<void> {
  const file = openFileAudit(path);
  say('open');
  for (let turn = 0; ; turn += 1) {
    const { hash } = await appendRun(file, `${process.pid}-${turn}`, Number(rest[0]));
    say(hash);
  }
}

/** Holds the file, and starts a process that lives on when this one is killed. */
function hold(): void {
  const file = openFileAudit(path);
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
  say(`child ${child.pid}`);
  say(`open ${file.head().seq}`);
  setInterval(() => file.head(), 1_000);
}

/** Takes turns with other writers: opens, appends, closes. */
async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < Number(rest[0]); turn += 1) {
    const file = await openPatiently();
    const { hash } = await appendRun(file, `${process.pid}-${turn}`);
    say(hash);
    await file.close();
  }
}

/** Fills the disk, then frees what `rest[0]` names and writes again. */
async function fill(): Promise<void> {
  const file = openFileAudit(path);
  let code = 'none';
  for (let turn = 0; code === 'none' && turn < 1_000; turn += 1) {
    code = await codeOf(() => appendRun(file, `f${turn}`, 3));
  }
  say(`error ${code}`);
  const full = verifyFile(path);
  say(`${full.ok} ${full.head.hash === file.head().hash}`);
  if (rest[0] !== undefined) rmSync(rest[0]);
  say(`error ${await codeOf(() => appendRun(file, 'last', 3))}`);
  say(`${verifyFile(path, { expectHead: full.head.hash }).afterExpected}`);
  await file.close();
}

const modes: Readonly<Record<string, () => void | Promise<void>>> = {
  write,
  hold,
  takeTurns,
  fill,
};

try {
  await modes[mode]?.();
} catch (error) {
  say(`error ${error instanceof HostError ? error.code : String(error)}`);
  process.exitCode = 1;
}
