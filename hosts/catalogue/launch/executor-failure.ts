/**
 * Why a launch came to nothing. Its message holds what the executor printed, so it is for the
 * dispatcher alone, which makes a labelled detail of it; nobody else is told more than the code.
 * Upholds INV-K5.
 */
import type { Code } from '../../../schemas/index.js';

/** Characters of an executor's text that are kept. */
const MAX_TEXT = 2048;

export class ExecutorFailure extends Error {
  override readonly name = 'ExecutorFailure';
  readonly code: Code;

  constructor(code: Code, said = '') {
    super(said === '' ? code : `${code}: ${said.slice(0, MAX_TEXT)}`);
    this.code = code;
  }
}
