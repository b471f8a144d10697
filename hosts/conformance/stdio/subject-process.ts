/**
 * A subject as a process group of its own: started without a shell, spoken to by lines, and killed
 * as a whole however it ends. It is no sandbox: it has the rights and the environment of this user.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Json } from '../../../schemas/index.js';
import { killGroup } from '../../catalogue/launch/kill-group.js';
import { HostError } from '../../errors.js';
import { broken, JsonLines } from './json-lines.js';

/** Whoever listens to a subject. */
export interface SubjectListener {
  /** Takes a line. What it throws ends the process. */
  heard(value: Json): void;
  /** Told once, unless it was closed: why nothing more will come. */
  lost(error: unknown): void;
}

/** Bytes that a subject may leave unread. */
const MAX_UNREAD = 64 * 1024 * 1024;
/** Milliseconds that a subject has to end by itself once it is told nothing more. */
const GRACE_MS = 300;

export class SubjectProcess {
  readonly #child: ChildProcess;
  readonly #stdin: Writable | null;
  readonly #listener: SubjectListener;
  readonly #lines = new JsonLines();
  readonly #atExit = (): void => this.#kill();
  #isOver = false;

  /** @throws HostError `subject_unavailable` where no process can be made */
  constructor(command: string, args: readonly string[], listener: SubjectListener) {
    this.#listener = listener;
    const child = started(command, args);
    this.#child = child;
    this.#stdin = child.stdin;
    child.on('error', (cause) => {
      this.fail(unstartable(command, cause));
    });
    child.once('exit', (code, signal) => {
      const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
      // What it said last is still in the pipe.
      setImmediate(() => this.fail(broken(`the subject ${how} before it was told to`)));
    });
    process.on('exit', this.#atExit);
    // Out of processes or files: the error comes, and the pipes are not there.
    this.#stdin?.on('error', () => undefined);
    if (child.stdout !== null) this.#listen(child.stdout);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Says something. */
  say(message: object): void {
    if (this.#isOver || this.#stdin === null) return;
    this.#stdin.write(`${JSON.stringify(message)}\n`);
    if (this.#stdin.writableLength > MAX_UNREAD) this.fail(broken('the subject does not read'));
  }

  /** Ends it for a reason. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.#kill();
    this.#listener.lost(error);
  }

  /** Lets it end by itself for a moment, then ends it. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    const ended = new Promise<void>((resolve) => {
      this.#child.once('exit', () => resolve());
      setTimeout(resolve, GRACE_MS).unref();
    });
    this.#stdin?.end();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await ended;
    this.#kill();
  }

  #listen(stdout: Readable): void {
    stdout.on('error', () => undefined);
    stdout.on('data', (bytes: Buffer) => {
      try {
        for (const value of this.#lines.read(bytes)) {
          if (this.#isOver) return;
          this.#listener.heard(value);
        }
      } catch (error) {
        this.fail(error);
      }
    });
  }

  #end(): void {
    this.#isOver = true;
    process.off('exit', this.#atExit);
  }

  #kill(): void {
    const { pid, stdout } = this.#child;
    this.#stdin?.destroy();
    stdout?.destroy();
    if (pid !== undefined) killGroup(pid);
  }
}

function started(command: string, args: readonly string[]): ChildProcess {
  try {
    return spawn(command, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  } catch (cause) {
    throw unstartable(command, cause);
  }
}

function unstartable(command: string, cause: unknown): HostError {
  const what = `\`${command.slice(0, 200)}\` could not be started`;
  return new HostError('subject_unavailable', what, { cause });
}
