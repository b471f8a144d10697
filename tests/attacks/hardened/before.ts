/** Built-ins as they were before any attempt: what the measuring itself works with. */

/** The time, whatever becomes of `Date`. */
export const realNow: () => number = Date.now.bind(Date);
/** JSON, whatever becomes of `JSON`. */
export const realJson: (value: unknown) => string = JSON.stringify;

const { clearTimeout, Promise: RealPromise, setTimeout } = globalThis;

/** Waits for some work to end in any way, but no longer than `limitMs`; tells whether it did. */
export function ends(work: () => unknown, limitMs: number): Promise<boolean> {
  return new RealPromise((resolve) => {
    const timeout = setTimeout(() => resolve(false), limitMs);
    const follow = async (): Promise<void> => {
      try {
        await work();
      } catch {
        // How it ended is told by what ran and what is on record.
      } finally {
        clearTimeout(timeout);
        resolve(true);
      }
    };
    void follow();
  });
}
