/**
 * The approver at the terminal that the process runs on: shows what the kernel says of a call and
 * asks. One request after another; a question that another face has answered goes away (behaviour
 *
 */
import { requestLines } from '../../kernel/index.js';
import {
  type ApprovalRequest,
  type Approver,
  type PortCall,
  type Ruling,
  rulingText,
  type Signer,
} from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { approverName } from './approver-name.js';
import { askOnTerminal, openTerminal, type TerminalStreams } from './terminal.js';

export interface TerminalApproverOptions extends TerminalStreams {
  /** Who rules. Default: the name of the operating system's user. */
  readonly approver?: string;
  /** Signs each ruling, for requests that need it. */
  readonly signer?: Signer;
}

/**
 * Makes the approver. Its `ask` throws where there is no terminal, or where another face was first;
 * the kernel then refuses, or goes by the other face.
 * @throws HostError `config_malformed` for a name that no ruling may carry
 */
export function terminalApprover(options: TerminalApproverOptions = {}): Approver {
  const { signer, ...rest } = options;
  const approver = approverName(options.approver);
  let last: Promise<unknown> = Promise.resolve();
  const rule = async (request: ApprovalRequest, { signal }: PortCall): Promise<Ruling> => {
    const terminal = openTerminal(rest);
    const lines = requestLines(request);
    const answer = await askOnTerminal(
      terminal,
      request.needs.signed && signer === undefined ? [...lines, UNSIGNED] : lines,
      signal,
    );
    if (answer === null) throw new HostError('cancelled', 'the question was taken back');
    const { approval, digest } = request;
    const decision = answer ? 'allow' : 'deny';
    const ruling = { approval, digest, decision, approver, source: 'terminal' } as const;
    return signer === undefined
      ? ruling
      : { ...ruling, signature: signer.sign(rulingText(ruling)) };
  };
  return Object.freeze({
    ask(request: ApprovalRequest, call: PortCall): Promise<Ruling> {
      const asked = last.then(() => rule(request, call));
      last = asked.catch(() => undefined);
      return asked;
    },
  });
}

const UNSIGNED =
  'NOTE       it needs a signature, and this terminal has no key: no ruling from here counts';
