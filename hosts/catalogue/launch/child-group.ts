/**
 * One executor as a process group of its own: started without a shell's reading of anything that is
 * passed, bounded in time, memory and output, and killed as a whole whatever happened. Upholds
 * INV-K3. It is no sandbox: the process has the rights of this user, and one that leaves its group
 * is not found again.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { CancelSignal } from '../../../schemas/index.js';
import { killGroup } from './kill-group.js';

export interface ChildOrder {
  /** The program, absolute, and its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly path: string;
  readonly input: Buffer;
  /** Milliseconds from now. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly outputBytes: number;
  readonly signal: CancelSignal;
}

export type ChildEnding = 'exited' | 'timeout' | 'cancelled' | 'too_large' | 'unstartable';

/** How it ended, and what it printed until then; `exitCode` is null where a signal ended it. */
export interface ChildEnd {
  readonly ending: ChildEnding;
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Bytes of stderr that are kept. */
const MAX_STDERR = 16_384;
/** How long a pipe may stay open after the group is dead: somebody left the group with it. */
const DRAIN_MS = 250;
const REFUSED_LIMITS = 125;
/** Positional parameters only: nothing that is passed is read as shell. */
const LIMITED = [
  'ulimit -c 0 && ulimit -t "$1" && ulimit -d "$2" || exit 125',
  // Should this process be killed itself, nobody else ends one that sleeps.
  '(sleep "$3" && kill -9 0) </dev/null >/dev/null 2>&1 &',
  'shift 3',
  'exec "$@"',
].join('\n');

/** The groups of one catalogue that are alive. */
export class ChildGroups {
  readonly #alive = new Set<number>();

  /** Kills them all, at once: for the end of this process too. */
  killAll(): void {
    for (const pid of this.#alive) killGroup(pid);
  }

  /** Runs one to its end; never rejects. */
  run(order: ChildOrder): Promise<ChildEnd> {
    const child = start(order);
    const { pid } = child;
    if (pid !== undefined) this.#alive.add(pid);
    return new Promise((resolve) => {
      const watch = new ChildWatch(child, order, (end) => {
        if (pid !== undefined) this.#alive.delete(pid);
        resolve(end);
      });
      watch.begin();
    });
  }
}

function start({ command, cwd, path, timeoutMs, memoryMb }: ChildOrder) {
  // Threads count one by one.
  const seconds = Math.ceil(timeoutMs / 1000) + 1;
  const limits = [4 * seconds, memoryMb * 1024, seconds].map(String);
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', ...limits, ...command], {
    cwd,
    // INV-K4: nothing of the environment of this process.
    env: { PATH: path, LANG: 'C.UTF-8' },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

class ChildWatch {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #order: ChildOrder;
  readonly #done: (end: ChildEnd) => void;
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];
  #printed = 0;
  #kept = 0;
  #ending: ChildEnding | null = null;
  #exitCode: number | null = null;
  #isOver = false;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #cancel = (): void => this.#end('cancelled');

  constructor(
    child: ChildProcessWithoutNullStreams,
    order: ChildOrder,
    done: (end: ChildEnd) => void,
  ) {
    this.#child = child;
    this.#order = order;
    this.#done = done;
  }

  begin(): void {
    const { input, timeoutMs, signal } = this.#order;
    const child = this.#child;
    child.on('error', () => {
      this.#end('unstartable');
      this.#finish();
    });
    // Out of processes or files: the error comes, and the pipes are not there.
    if (child.pid === undefined) return;
    child.stdout.on('data', (part: Buffer) => this.#print(part));
    child.stderr.on('data', (part: Buffer) => this.#complain(part));
    child.once('exit', (code) => {
      this.#exitCode = code;
      this.#end(code === REFUSED_LIMITS ? 'unstartable' : 'exited');
      this.#timers.push(setTimeout(() => this.#finish(), DRAIN_MS));
    });
    child.once('close', () => this.#finish());
    // It may end without reading all of it.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => undefined);
    child.stdin.end(input);
    this.#timers.push(setTimeout(() => this.#end('timeout'), timeoutMs));
    signal.addEventListener('abort', this.#cancel, { once: true });
    if (signal.aborted) this.#cancel();
  }

  /** The first reason to end counts; the group is killed for every one. */
  #end(ending: ChildEnding): void {
    this.#ending ??= ending;
    const { pid } = this.#child;
    if (pid !== undefined) killGroup(pid);
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#order.signal.removeEventListener('abort', this.#cancel);
    const { pid, stdin, stdout, stderr } = this.#child;
    if (pid !== undefined) for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
    this.#done({
      ending: this.#ending ?? 'exited',
      exitCode: this.#exitCode,
      stdout: Buffer.concat(this.#stdout),
      stderr: Buffer.concat(this.#stderr),
    });
  }

  #print(part: Buffer): void {
    this.#printed += part.length;
    if (this.#printed <= this.#order.outputBytes) this.#stdout.push(part);
    else {
      // What is read after the end counts too.
      if (this.#ending === 'exited') this.#ending = null;
      this.#end('too_large');
    }
  }

  #complain(part: Buffer): void {
    if (this.#kept >= MAX_STDERR) return;
    const kept = part.subarray(0, MAX_STDERR - this.#kept);
    this.#kept += kept.length;
    this.#stderr.push(kept);
  }
}
