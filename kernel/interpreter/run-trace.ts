/** The trace of a run, as it is written. Upholds INV-T7. */
import type { TraceBody, TraceEvent } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { show, type Watch } from './watch.js';

/** Numbers, keeps and shows the events of one run. */
export function makeTrace(of: {
  readonly run: string;
  readonly events: TraceEvent[];
  readonly before: number;
  readonly watch: Watch | null;
}): (event: TraceBody) => void {
  const { run, events, before, watch } = of;
  return (event) => {
    // INV-T7: in order, frozen, never taken back.
    // Stamped in place: each event is a fresh record of the caller's.
    const stamped = event as TraceBody & { seq: number; run: string };
    stamped.seq = before + events.length;
    stamped.run = run;
    events.push(freeze(stamped));
    if (watch !== null) show(watch, stamped);
  };
}
