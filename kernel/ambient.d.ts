/**
 * The only names from outside ES2022 that the kernel may use. Everything absent here (fetch,
 * process, setTimeout, console, node:fs) is a compile error in this room. A change to this file
 * needs a decision record.
 */
// INV-H9: what is not declared here does not compile.
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
/** Reads host names; nothing else of an address is looked at through it. */
declare class URL {
  constructor(url: string);
  readonly hostname: string;
}
declare module 'node:crypto' {
  interface Hash {
    update(data: string | Uint8Array): Hash;
    digest(encoding: 'hex'): string;
    digest(): Uint8Array;
  }
  export function createHash(algorithm: 'sha256'): Hash;
  /** One-shot form, absent before Node 20.12. */
  export const hash:
    | undefined
    | {
        (algorithm: 'sha256', data: string | Uint8Array, encoding: 'hex'): string;
        (algorithm: 'sha256', data: string | Uint8Array, encoding: 'buffer'): Uint8Array;
      };
}
