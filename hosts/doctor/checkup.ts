/** What a look at the surroundings found: one line a thing, and what mends it. */
import { KernelFault } from '../../kernel/index.js';
import { codes } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { unreadable } from '../unreadable.js';

/** `warn` runs, and does not do all that it could; `fault` does not run, or not as it should. */
export type CheckLevel = 'ok' | 'warn' | 'fault';

export interface Checkup {
  /** What was looked at: `node`, `audit`, `policy`. */
  readonly what: string;
  readonly level: CheckLevel;
  readonly message: string;
  /** Null where nothing is to be done. */
  readonly mend: string | null;
}

/** All is well. */
export function isWell(what: string, message: string): Checkup {
  return Object.freeze({ what, level: 'ok', message, mend: null });
}

/** Something could be better. */
export function warns(what: string, message: string, mend: string): Checkup {
  return Object.freeze({ what, level: 'warn', message, mend });
}

/** Something is wrong. */
export function faulty(what: string, message: string, mend: string): Checkup {
  return Object.freeze({ what, level: 'fault', message, mend });
}

/** Looks, and takes an error for what was found. */
export function looked(what: string, look: () => readonly Checkup[]): readonly Checkup[] {
  try {
    return look();
  } catch (error) {
    const isOwn = error instanceof HostError || error instanceof KernelFault;
    const { code, message } = isOwn ? error : unreadable(what, error);
    return [faulty(what, `${code}: ${message}`, codes[code].mend)];
  }
}
