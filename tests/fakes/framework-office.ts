/** An office behind stubs of a framework: every mail that is sent is asked about. */
import { frameworkApprovals } from '../../hosts/adapters/ai-sdk/index.js';
import type { FrameworkApprovals } from '../../hosts/adapters/framework-approvals.js';
import type { ClientOptions, ClientSession, Kernel, Tool } from '../../hosts/index.js';
import type { Approver } from '../../schemas/index.js';
import { recordsLike } from './audit-records.js';
import { makeCanaries } from './canary.js';
import { makeManualTime } from './manual-time.js';
import { makeOffice, type OfficeOptions } from './office.js';
import { officeTools } from './office-tools.js';
import { always, rule } from './release-rule.js';

export interface FrameworkOffice {
  readonly kernel: Kernel;
  readonly session: ClientSession;
  readonly tools: readonly Tool[];
  readonly approvals: FrameworkApprovals;
  /** What ran, in order: the tools' own record. */
  readonly ran: () => readonly string[];
  /** Whom mails went to. */
  readonly sentTo: () => readonly unknown[];
  /** The codes of what was refused, and who ruled what, as audited. */
  readonly denied: () => readonly string[];
  readonly ruled: () => readonly string[];
  /** Milliseconds go by. */
  readonly pass: (ms: number) => void;
}

/** Mails are asked about, whoever wrote them. */
export const asksAboutMail: OfficeOptions = {
  declassify: [
    rule('ask', always, { id: 'words', tool: 'send_email' }),
    rule('ask', always, { id: 'acts', tool: 'send_email', argument: 'decision' }),
  ],
};

/** Opens one; a client that nobody trusts unless told. */
export function frameworkOffice(
  options: Omit<ClientOptions, 'principal'> = {},
  config: OfficeOptions = asksAboutMail,
  otherwise?: Approver,
): FrameworkOffice {
  const time = makeManualTime();
  const canaries = makeCanaries();
  const tools = officeTools(canaries, config.answers ?? {});
  const approvals = frameworkApprovals({
    approver: 'alice',
    ...(otherwise === undefined ? {} : { otherwise }),
  });
  const ports = { approver: approvals, clock: time.clock, ...config.ports };
  const { kernel, lines } = makeOffice({ ...config, tools, ports });
  return {
    kernel,
    session: kernel.openClient(options),
    tools,
    approvals,
    ran: () => canaries.calls.map(({ tool }) => tool),
    sentTo: () => canaries.of('send_email').map(({ to }) => to),
    denied: () => recordsLike(lines(), 'denial').map(({ data }) => data.code),
    ruled: () =>
      recordsLike(lines(), 'ruling').map(({ data }) => `${data.approver} ${data.decision}`),
    pass: time.pass,
  };
}
