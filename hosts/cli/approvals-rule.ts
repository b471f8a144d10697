/**
 * `sluice approvals approve` and `deny`. A call is allowed by the digest of what was shown: given
 * as an option, or taken from the request that is shown on this terminal and confirmed there. The
 * id alone allows nothing (behaviour A-37).
 */
import { requestLines } from '../../kernel/index.js';
import { type RulingAnswer, rulingRefusals, rulingText, type Ticket } from '../../schemas/index.js';
import { approverName } from '../approvals/approver-name.js';
import { askOnTerminal, openTerminal } from '../approvals/terminal.js';
import { HostError } from '../errors.js';
import { signerOf } from '../keys/key-file.js';
import { type ApprovalsDesk, withApprovals } from './approvals-desk.js';
import { EXIT_NOT_TAKEN, notFound } from './approvals-list.js';
import type { Screen } from './screen.js';

export interface RuleFlags {
  readonly digest?: string;
  readonly as?: string;
  readonly reason?: string;
  readonly key?: string;
  readonly json?: true;
}

export interface RuledRequest {
  readonly store: string;
  readonly id: string;
  readonly decision: 'allow' | 'deny';
}

/**
 * Rules and returns the exit code.
 * @throws HostError `usage_malformed`, `terminal_required`, `config_malformed`, and as
 * `withApprovals` and `signerOf` do
 */
export function ruleOnApproval(
  asked: RuledRequest,
  flags: RuleFlags,
  screen: Screen,
): Promise<number> {
  const signer = flags.key === undefined ? null : signerOf(flags.key, 'approver');
  const approver = approverName(flags.as ?? signer?.name ?? undefined);
  if (flags.digest !== undefined && !/^[0-9a-f]{64}$/.test(flags.digest))
    throw new HostError('usage_malformed', '`--digest` takes 64 hex characters, as `show` prints');
  return withApprovals(
    asked.store,
    async (opened) => {
      const ticket = await opened.desk.show(asked.id);
      if (ticket === null) return notFound(flags, screen);
      const digest = flags.digest ?? (await agreedDigest(opened, ticket, asked));
      if (digest === null) return notConfirmed(flags, screen);
      const { id: approval, decision } = asked;
      const { reason } = flags;
      const ruling = { approval, digest, decision, approver, source: 'cli' } as const;
      const answer = await opened.desk.rule({
        ...ruling,
        ...(reason === undefined ? {} : { reason }),
        ...(signer === null ? {} : { signature: signer.sign(rulingText(ruling)) }),
      });
      return tell(answer, ruling, { flags, screen });
    },
    { mustExist: true },
  );
}

/** The digest of what a person has just been shown and agreed to; null where nobody did. */
async function agreedDigest(
  { store, desk }: ApprovalsDesk,
  { request }: Ticket,
  { decision }: RuledRequest,
): Promise<string | null> {
  // A refusal that is blind harms nobody.
  if (decision === 'deny') return request.digest;
  const terminal = terminalOrDigest();
  const taken = new AbortController();
  const look = async (): Promise<void> => {
    if ((await desk.show(request.approval))?.state !== 'pending') taken.abort();
  };
  const onChange = (): void => void look().catch(() => taken.abort());
  const stop = store.watch(onChange);
  onChange();
  try {
    const lines = requestLines(request);
    const answer = await askOnTerminal(terminal, lines, taken.signal);
    return answer === true ? request.digest : null;
  } finally {
    stop();
  }
}

function terminalOrDigest(): ReturnType<typeof openTerminal> {
  try {
    return openTerminal({ output: process.stderr });
  } catch (cause) {
    const what = 'no terminal to show the request on: give `--digest` as `show` prints it';
    throw new HostError('terminal_required', what, { cause });
  }
}

async function notConfirmed(flags: RuleFlags, screen: Screen): Promise<number> {
  const message = 'not confirmed, or somebody else was first; nothing was ruled';
  if (flags.json === true)
    await screen.printJson({ accepted: false, code: 'not_confirmed', message });
  else screen.note(message);
  return EXIT_NOT_TAKEN;
}

interface Told {
  readonly flags: RuleFlags;
  readonly screen: Screen;
}

async function tell(
  answer: RulingAnswer,
  { decision, approver }: { readonly decision: string; readonly approver: string },
  { flags, screen }: Told,
): Promise<number> {
  const isJson = flags.json === true;
  if (!answer.accepted) {
    const { code } = answer;
    const message = rulingRefusals[code];
    if (isJson) await screen.printJson({ ...answer, message });
    else screen.note(`${screen.errorPaint.red('not accepted')} ${code}: ${message}`);
    return EXIT_NOT_TAKEN;
  }
  const { outstanding } = answer;
  const left = outstanding === 0 ? '' : `; ${outstanding} further approvers have to allow it`;
  if (isJson) await screen.printJson(answer);
  else await screen.print(`${screen.paint.green('accepted')} ${decision} by ${approver}${left}\n`);
  return 0;
}
