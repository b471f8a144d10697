/**
 * Runs one story on parts of its own: a mail server and a web on loopback, the four tools, a kernel
 * with its own audit chain. What is reported is what the servers received and what the trace says,
 * never what a plan or a tool claims.
 */
import { createKernel, memoryAuditSink, type RunResult } from '../hosts/index.js';
import { AuditChain, verifyAudit } from '../kernel/index.js';
import type { TraceEvent } from '../schemas/index.js';
import type { Inboxes } from './inbox.js';
import { makeMailer, type SmtpSink, startSmtpSink } from './mail/smtp.js';
import { startWebSink, type WebSink } from './mail/web.js';
import { makeWebFetch } from './mail/web-fetch.js';
import type { LiveModels } from './models/live-models.js';
import { summarySchemas } from './models/schemas.js';
import { type WatchedPlanner, watchedPlanner } from './models/watched-planner.js';
import type { AuditSummary, Decision, Outcome } from './outcome.js';
import type { Story } from './story.js';
import { readContactsTool } from './tools/read-contacts.js';
import { readInboxTool } from './tools/read-inbox.js';
import { sendEmailTool } from './tools/send-email.js';
import { webFetchTool } from './tools/web-fetch.js';
import { PRINCIPAL } from './user.js';

const GRANT = ['mail.read', 'contacts.read', 'mail.send', 'web.fetch'];
/** Milliseconds that a live model has for one answer; small machines are slow. */
const LIVE_TIMEOUT_MS = 600_000;

/** What all stories of one demo share. */
export interface Stage {
  readonly inboxes: Inboxes;
  /** Takes the place of every story's scripted models. */
  readonly live: LiveModels | null;
}

/** Runs a story to its end and closes what it opened. */
export async function runStory(story: Story, stage: Stage): Promise<Outcome> {
  const smtp = await startSmtpSink(story.smtpReply);
  const web = await startWebSink();
  try {
    return await perform(story, stage, { smtp, web });
  } finally {
    await Promise.all([smtp.close(), web.close()]);
  }
}

interface Servers {
  readonly smtp: SmtpSink;
  readonly web: WebSink;
}

async function perform(story: Story, stage: Stage, { smtp, web }: Servers): Promise<Outcome> {
  const { live, inboxes } = stage;
  const planner = watchedPlanner(live?.planner ?? story.planner());
  const sink = memoryAuditSink();
  const kernel = createKernel({
    tools: [
      readInboxTool(inboxes[story.inbox ?? 'attacked']),
      readContactsTool(),
      sendEmailTool(makeMailer(smtp.port)),
      webFetchTool(makeWebFetch(web.port)),
    ],
    schemas: summarySchemas,
    grant: GRANT,
    declassify: story.declassify ?? [],
    planner,
    parser: live?.parser ?? story.parser(),
    limits: { ...story.limits, ...(live === null ? {} : { reasonerTimeoutMs: LIVE_TIMEOUT_MS }) },
    audit: new AuditChain(sink),
    principal: PRINCIPAL,
  });
  const result = await kernel.run(story.query);
  return {
    name: story.name,
    status: result.status,
    code: result.problem?.code ?? null,
    mend: result.problem?.mend ?? null,
    ...plansOf(result, planner),
    decisions: decisionsOf(result.trace),
    delivered: smtp
      .received()
      .flatMap(({ to, subject, text }) => to.map((address) => ({ to: address, subject, text }))),
    requested: web.requested(),
    audit: auditOf(sink.lines(), kernel.audit.head.hash),
  };
}

/** A plan counts as followed only if the trace says that it passed verification. */
function plansOf(
  { trace }: RunResult,
  planner: WatchedPlanner,
): Pick<Outcome, 'plan' | 'digest' | 'innerPlans'> {
  const emitted = trace.find((event) => event.kind === 'plan_emitted' && event.depth === 0);
  if (emitted?.kind !== 'plan_emitted') return { plan: [], digest: null, innerPlans: [] };
  const innerPlans = planner.innerPlans().map((plan) => plan.steps);
  return { plan: planner.rootPlan()?.steps ?? [], digest: emitted.digest, innerPlans };
}

function decisionsOf(trace: readonly TraceEvent[]): readonly Decision[] {
  return trace.flatMap((event): readonly Decision[] => {
    if (event.kind !== 'gate_allowed' && event.kind !== 'gate_denied') return [];
    const { call, tool, labels, denial, answers } = event;
    const releases = trace.flatMap((other) =>
      other.kind === 'released' && other.call === call ? [other] : [],
    );
    const common = { tool, labels, releases };
    if (denial !== null) {
      const { stage, code, reason } = denial;
      return [{ ...common, stage, outcome: 'deny', code, reason }];
    }
    const reason = `by ${answers.map(({ stage }) => stage).join(', ')}`;
    return [{ ...common, stage: 'admission', outcome: 'allow', code: null, reason }];
  });
}

function auditOf(lines: readonly string[], head: string): AuditSummary {
  const report = verifyAudit(lines, { expectHead: head });
  return { records: report.records, head, intact: report.ok };
}
