/** Who sees what a run tells while it goes: display, never a part of a decision. */
import type { TraceEvent } from '../../schemas/index.js';

/** Sees what a run tells while it goes. Best effort: what it throws changes nothing. */
export type Watch = (event: TraceEvent) => void;

/** Never between a decision and its effect: a watcher is told when the kernel waits next. */
export function show(watch: Watch, event: TraceEvent): void {
  Promise.resolve(event)
    .then(watch)
    .catch(() => undefined);
}
