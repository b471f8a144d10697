/** `clock_now`: the time of this machine and the zone it is set to. */
import * as z from 'zod/mini';
import { runExecutor } from '../protocol/run-executor.js';

await runExecutor(z.strictObject({}), () => {
  const now = new Date();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { iso: now.toISOString(), unixMs: now.getTime(), timezone: timeZone };
});
