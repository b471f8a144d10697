/** A clock and a timer that stand still until a test moves them. */
import type { Clock, Timer } from '../../schemas/index.js';

interface Due {
  readonly at: number;
  readonly callback: () => void;
}

export interface ManualTime {
  readonly clock: Clock;
  readonly timer: Timer;
  /** How many callbacks wait. */
  readonly waiting: () => number;
  /** Moves time on by milliseconds and calls back what falls due, in order. */
  readonly pass: (ms: number) => void;
}

/** Starts at one second after the epoch. */
export function makeManualTime(): ManualTime {
  let now = 1000;
  let due: readonly Due[] = [];
  return {
    clock: { now: () => now },
    timer: {
      after(ms, callback) {
        const entry = { at: now + ms, callback };
        due = [...due, entry];
        return () => {
          due = due.filter((other) => other !== entry);
        };
      },
    },
    waiting: () => due.length,
    pass(ms) {
      now += ms;
      const ready = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { callback } of ready) callback();
    },
  };
}

/** Lets everything that can go on without time go on. */
export async function untilQuiet(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await Promise.resolve();
}
