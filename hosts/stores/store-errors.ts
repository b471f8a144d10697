/** What goes wrong with a store in a file, in the two codes that its kind of store has for it. */
import type { Code } from '../../schemas/index.js';
import { HostError } from '../errors.js';

export interface StoreErrors {
  /** The store cannot be used, and why. */
  unavailable(path: string, why: string, cause?: unknown): HostError;
  /** The file is not what it should be; `what` goes on after its name: `is damaged`. */
  malformed(path: string, what: string, cause?: unknown): HostError;
  /** Another file of the store, in the words of whoever refused it. */
  translated(error: HostError): HostError;
  /** What an error of the database means for a store at a path. */
  from(path: string, cause: unknown): HostError;
}

/** Makes the errors of one kind of store. */
export function storeErrors(unavailableCode: Code, malformedCode: Code): StoreErrors {
  const unavailable = (path: string, why: string, cause?: unknown): HostError =>
    new HostError(unavailableCode, `cannot use \`${path}\`: ${why}`, { cause });
  const malformed = (path: string, what: string, cause?: unknown): HostError =>
    new HostError(malformedCode, `\`${path}\` ${what}`, { cause });
  return Object.freeze({
    unavailable,
    malformed,
    translated: (error: HostError) =>
      new HostError(
        error.code === 'audit_broken' ? malformedCode : unavailableCode,
        error.message,
        { cause: error },
      ),
    from(path: string, cause: unknown): HostError {
      if (cause instanceof HostError) return cause;
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      if (/^SQLITE_(?:CORRUPT|NOTADB|MISMATCH)/.test(code))
        return malformed(path, 'is damaged or no store', cause);
      if (/^SQLITE_(?:BUSY|LOCKED)/.test(code))
        return unavailable(path, 'another process is writing to it', cause);
      return unavailable(path, code === '' ? 'the database failed' : code, cause);
    },
  });
}
