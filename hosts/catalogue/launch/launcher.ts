/**
 * Launches executors: the order of a start, from secrets to the answer. Upholds INV-K1, INV-K3,
 * INV-K4, INV-K6. Trusts the signed manifest for what it declares, and nothing that is printed.
 */
import type { ToolCallContext } from '../../../kernel/index.js';
import type { Code, Json, JsonObject } from '../../../schemas/index.js';
import { HostError } from '../../errors.js';
import type { ExecutorScope } from '../scope/executor-scope.js';
import { assertUnchanged, type SignedFolder } from '../signed-folder.js';
import { type ChildEnd, ChildGroups } from './child-group.js';
import { answerOf } from './executor-answer.js';
import { ExecutorFailure } from './executor-failure.js';
import { memoryBound } from './node-memory.js';
import { pathFolders, programPath } from './program-path.js';
import { type SecretSource, secretsFor } from './secret-source.js';
import { StagedCode } from './staged-code.js';

/** A launch that came to nothing, told without a word of the executor. */
export interface LaunchFailure {
  readonly executor: string;
  readonly version: string;
  /** The id of the call. */
  readonly call: string;
  readonly code: Code;
}

export interface LauncherParts {
  /** The folder below which calls are staged. */
  readonly base: string;
  readonly home: string;
  readonly secrets: SecretSource | null;
  readonly onFailure: ((failure: LaunchFailure) => void) | null;
}

/** The kernel gives up at `timeout_ms`; this is when nothing is left for it to give up on. */
const GRACE_MS = 100;

/** Starts the executors of one catalogue, and ends with it. */
export class Launcher {
  readonly #parts: LauncherParts;
  readonly #staged: StagedCode;
  readonly #groups = new ChildGroups();
  readonly #atExit = (): void => this.#clear();
  #isOpen = true;

  constructor(parts: LauncherParts) {
    this.#parts = parts;
    this.#staged = new StagedCode(parts.base);
  }

  /**
   * Runs an executor once (behaviour T-5).
   * @throws ExecutorFailure
   */
  async launch(
    signed: SignedFolder,
    scope: ExecutorScope,
    { args, context }: { readonly args: JsonObject; readonly context: ToolCallContext },
  ): Promise<Json> {
    const { name, version } = signed.manifest;
    try {
      return await this.#run(signed, scope, { args, context });
    } catch (error) {
      const failure = failureOf(error);
      const { code } = failure;
      this.#tell({ executor: name, version, call: context.call, code });
      throw failure;
    }
  }

  /** Kills what runs, removes what was written, and starts nothing more. */
  close(): void {
    this.#isOpen = false;
    process.off('exit', this.#atExit);
    this.#clear();
  }

  async #run(
    signed: SignedFolder,
    scope: ExecutorScope,
    { args, context }: { readonly args: JsonObject; readonly context: ToolCallContext },
  ): Promise<Json> {
    const { manifest } = signed;
    if (!process.listeners('exit').includes(this.#atExit)) process.on('exit', this.#atExit);
    const until = performance.now() + manifest.limits.timeout_ms + GRACE_MS;
    const secrets = await secretsFor(manifest.secrets, this.#parts.secrets);
    // Nothing from here to the start waits.
    if (context.signal.aborted || !this.#isOpen) throw new ExecutorFailure('cancelled');
    const timeoutMs = until - performance.now();
    if (timeoutMs <= 0) throw new ExecutorFailure('executor_timeout');
    // INV-K6: again, and now: a link may have been moved since the Gate looked.
    if (scope.outside(args) !== null) throw new ExecutorFailure('scope_denied');
    // INV-K1: what was swapped since it was loaded runs neither way.
    assertUnchanged(signed);
    const scoped = Object.fromEntries(
      scope.bounds.map(({ capability, told }) => [capability, told]),
    );
    // INV-K4: on the one pipe that only the process reads; never in its arguments or environment.
    const envelope = { args, scope: scoped, secrets, home: this.#parts.home };
    const input = Buffer.from(JSON.stringify(envelope));
    const end = await this.#start(signed, { input, timeoutMs, signal: context.signal });
    return answerOf(end, Object.values(secrets));
  }

  async #start(
    { manifest, code }: SignedFolder,
    given: Pick<Parameters<ChildGroups['run']>[0], 'input' | 'timeoutMs' | 'signal'>,
  ): Promise<ChildEnd> {
    const folders = pathFolders(process.env['PATH']);
    const [program = '', ...words] = manifest.code.run;
    const found = programPath(program, folders);
    if (found === null) throw new ExecutorFailure('executor_unavailable');
    const { memory_mb: memoryMb, output_bytes: outputBytes } = manifest.limits;
    const { flags, dataMb } = memoryBound(program, memoryMb);
    const staged = this.#staged.stage(code);
    try {
      return await this.#groups.run({
        command: [found, ...flags, ...words.map((word) => staged.fileOf(word) ?? word)],
        cwd: staged.cwd,
        path: folders.join(':'),
        ...given,
        memoryMb: dataMb,
        outputBytes,
      });
    } finally {
      staged.remove();
    }
  }

  #tell(failure: LaunchFailure): void {
    try {
      this.#parts.onFailure?.(Object.freeze(failure));
    } catch {
      // Whoever watches changes nothing.
      return;
    }
  }

  #clear(): void {
    this.#groups.killAll();
    this.#staged.remove();
  }
}

function failureOf(error: unknown): ExecutorFailure {
  if (error instanceof ExecutorFailure) return error;
  if (error instanceof HostError && error.code === 'executor_changed')
    return new ExecutorFailure(error.code, error.message);
  // The disk, or the system: nothing ran, or nobody knows.
  return new ExecutorFailure('executor_unavailable');
}
