/** `sluice approvals list` and `show`: what waits, and what a request says. Changes no ruling. */
import { requestLines } from '../../kernel/index.js';
import { rulingRefusals, type Ticket } from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';
import { nodeClock } from '../node/ports.js';
import { withApprovals } from './approvals-desk.js';
import type { Screen } from './screen.js';

/** The exit code where a ruling or a request is not taken. */
export const EXIT_NOT_TAKEN = 2;

interface JsonFlag {
  readonly json?: true;
}

/** A ticket, and what the kernel says of its request in lines. */
export function shownTicket(ticket: Ticket): object {
  return { ticket, lines: requestLines(ticket.request) };
}

/** Lists what is open and returns the exit code. @throws HostError as `withApprovals` does */
export function listApprovals(path: string, flags: JsonFlag, screen: Screen): Promise<number> {
  return withApprovals(
    path,
    async ({ desk }) => {
      const tickets = await desk.list();
      if (flags.json === true) await screen.printJson({ approvals: tickets.map(shownTicket) });
      else if (tickets.length === 0) screen.note('no request is open');
      for (const ticket of flags.json === true ? [] : tickets)
        await screen.print(`${tableLine(ticket)}\n`);
      return 0;
    },
    { mustExist: true },
  );
}

function tableLine({ request }: Ticket): string {
  const { approval, tool, principal, obligations, expiresAt } = request;
  const seconds = Math.max(0, Math.ceil((expiresAt - nodeClock.now()) / 1000));
  const why = obligations.map(({ reason }) => reason).join('; ');
  const left = `${seconds} s`.padStart(5);
  return visibleText(`${approval}  ${left}  ${tool}  ${principal}  ${why}`).replaceAll('\n', ' ');
}

/** Shows one request and returns the exit code. @throws HostError as `withApprovals` does */
export function showApproval(
  { store, id }: { readonly store: string; readonly id: string },
  flags: JsonFlag,
  screen: Screen,
): Promise<number> {
  return withApprovals(
    store,
    async ({ desk }) => {
      const ticket = await desk.show(id);
      if (ticket === null) return notFound(flags, screen);
      if (flags.json === true) await screen.printJson(shownTicket(ticket));
      else await screen.print(`${ticketText(ticket)}\n`);
      return 0;
    },
    { mustExist: true },
  );
}

/** Says that there is no such request, and returns the exit code. */
export async function notFound(flags: JsonFlag, screen: Screen): Promise<number> {
  const code = 'not_found';
  if (flags.json === true)
    await screen.printJson({ accepted: false, code, message: rulingRefusals[code] });
  else screen.note(`${screen.errorPaint.red('not found')}: ${rulingRefusals[code]}`);
  return EXIT_NOT_TAKEN;
}

function ticketText({ request, state, rulings }: Ticket): string {
  const said = rulings.map(({ decision, approver, source, reason }) => {
    const how = source === undefined ? '' : `, over ${source}`;
    const why = reason === undefined ? '' : `: ${visibleText(reason).replaceAll('\n', ' ')}`;
    return `Ruling     ${decision} by ${approver}${how}${why}`;
  });
  return [...requestLines(request), `State      ${state}`, ...said].join('\n');
}
