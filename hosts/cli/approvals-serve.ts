/** `sluice approvals serve`: the HTTP face on a store, until it is interrupted. */
import { once } from 'node:events';
import { serveApprovals } from '../approvals/http-face.js';
import { withApprovals } from './approvals-desk.js';
import type { Screen } from './screen.js';
import { untilInterrupted } from './until-interrupted.js';

/** Serves and returns the exit code. @throws HostError as `serveApprovals` and the store do */
export function serveApprovalStore(
  path: string,
  flags: { readonly port?: number },
  screen: Screen,
): Promise<number> {
  return withApprovals(
    path,
    async ({ desk }) => {
      const { signal, stop } = untilInterrupted();
      const face = await serveApprovals(desk, flags);
      try {
        await screen.print(`${face.url} ${face.token}\n`);
        if (!signal.aborted) await once(signal, 'abort');
        return 0;
      } finally {
        stop();
        await face.close();
      }
    },
    { mustExist: false },
  );
}
