/** How far the command got: what its end may be called depends on it. */
import { EXIT_FAULT, EXIT_UNCERTAIN } from './exit-codes.js';

export class Progress {
  #isRunning = false;
  #isOver = false;

  /** From now on effects may happen. */
  runs(): void {
    this.#isRunning = true;
  }

  /** The run has ended with a result. */
  ran(): void {
    this.#isRunning = false;
  }

  /** Whether the command has chosen its exit code. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** What an end in the middle has to be called: while a run is on, an effect may have happened. */
  get faultCode(): number {
    return this.#isRunning ? EXIT_UNCERTAIN : EXIT_FAULT;
  }

  /** Ends the process. */
  leave(exitCode: number): never {
    this.#isOver = true;
    process.exit(exitCode);
  }
}
