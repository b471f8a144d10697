/** Vitest's own runner, but that once it was told to stop it loads no further test file. */
import { TestRunner } from 'vitest';

// Vitest takes the default export of the module that `runner` names.
export default class StopEarly extends TestRunner {
  #isStopped = false;

  cancel(reason) {
    this.#isStopped = true;
    super.cancel(reason);
  }

  importFile(path, source) {
    return this.#isStopped ? undefined : super.importFile(path, source);
  }
}
