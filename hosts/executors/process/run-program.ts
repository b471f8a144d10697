/**
 * Runs one program in a process group of its own, with bounded output and time. Whatever it started
 * ends with it; and all of it ends with this process, however that ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { quoted, Refusal, systemCode } from '../protocol/refusal.js';

/**
 * A watch in the same group: its end of the pipe closes when this process is gone, and it kills the
 * group. The program itself takes the shell's place and sees nothing of the pipe.
 */
const WATCHED = '{ read -r gone <&3; kill -KILL 0; } </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';
/** How long output is awaited from what left the group and still holds the pipe. */
const LINGER_MS = 500;

export interface Program {
  /** The program and its arguments; no shell reads them. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Of each of stdout and stderr; what is beyond is dropped. */
  readonly maxBytes: number;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Some output was dropped. */
  readonly isCut: boolean;
}

/** Runs it to its end; throws a `Refusal` if it does not start or runs over its time. */
export async function runProgram({ argv, env, timeoutMs, maxBytes }: Program): Promise<Ended> {
  const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', ...argv], {
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stdout = keep(child.stdout, maxBytes);
  const stderr = keep(child.stderr, maxBytes);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, timeoutMs);
  try {
    const { code, signal } = await ended(child, argv[0] ?? '');
    killGroup(child);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LINGER_MS))]);
    if (isLate) throw late(timeoutMs);
    const isCut = stdout.isCut() || stderr.isCut();
    return { code, signal, stdout: stdout.bytes(), stderr: stderr.bytes(), isCut };
  } finally {
    clearTimeout(timer);
  }
}

function ended(
  child: ChildProcess,
  name: string,
): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      const code = systemCode(error) ?? 'no start';
      reject(new Refusal(`${quoted(name)} did not start (${quoted(code)}); is it installed?`));
    });
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function late(timeoutMs: number): Refusal {
  const seconds = Math.round(timeoutMs / 1000);
  return new Refusal(`it ran over ${seconds} s and was stopped; it may have done a part of it`);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

interface Kept {
  readonly bytes: () => Buffer;
  readonly isCut: () => boolean;
}

function keep(stream: Readable | null, maxBytes: number): Kept {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  let isCut = false;
  stream?.on('data', (chunk: Buffer) => {
    isCut ||= chunk.length > room;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room = Math.max(0, room - chunk.length);
  });
  return { bytes: () => Buffer.concat(chunks), isCut: () => isCut };
}
