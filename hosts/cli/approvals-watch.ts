/** `sluice approvals watch`: each request that opens, as it opens, until it is interrupted. */
import { once } from 'node:events';
import { requestLines } from '../../kernel/index.js';
import type { Ticket } from '../../schemas/index.js';
import { visibleLine } from '../answer/visible-text.js';
import { type ApprovalsDesk, withApprovals } from './approvals-desk.js';
import { shownTicket } from './approvals-list.js';
import type { Screen } from './screen.js';
import { untilInterrupted } from './until-interrupted.js';

/** How often it looks although nobody wrote: a request may have expired. */
const LOOK_MS = 1_000;

/** Watches and returns the exit code. @throws HostError as `withApprovals` does */
export function watchApprovals(
  path: string,
  flags: { readonly json?: true },
  screen: Screen,
): Promise<number> {
  return withApprovals(
    path,
    async (opened) => {
      const { signal, stop } = untilInterrupted();
      if (flags.json !== true)
        screen.note(
          visibleLine(`\`sluice approvals approve ${path} REQUEST\` rules; Ctrl-C leaves`),
        );
      const text = (ticket: Ticket): string =>
        flags.json === true
          ? `${JSON.stringify(shownTicket(ticket))}\n`
          : `${requestLines(ticket.request).join('\n')}\n\n`;
      try {
        await printEach(opened, (ticket) => screen.print(text(ticket)), signal);
        return 0;
      } finally {
        stop();
      }
    },
    { mustExist: false },
  );
}

/** Prints each request once, until interrupted or nobody reads any more. */
async function printEach(
  { store, desk }: ApprovalsDesk,
  print: (ticket: Ticket) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const changes = new EventTarget();
  const wake = (): boolean => changes.dispatchEvent(new Event('change'));
  const stop = store.watch(wake);
  const look = setInterval(wake, LOOK_MS);
  signal.addEventListener('abort', wake);
  let known: ReadonlySet<string> = new Set();
  try {
    while (!signal.aborted) {
      const changed = once(changes, 'change');
      const open = await desk.list();
      for (const ticket of open.filter(({ request }) => !known.has(request.approval)))
        if (!(await print(ticket))) return;
      known = new Set(open.map(({ request }) => request.approval));
      await changed;
    }
  } finally {
    clearInterval(look);
    stop();
  }
}
