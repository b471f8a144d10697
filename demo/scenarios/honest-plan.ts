/** What the user asks for in most stories, and the plan of an honest planner for it. */
import type { PlanDraft } from '../../reasoner/index.js';
import { USER } from '../user.js';

export const SUBJECT = 'Your inbox';

/** The steps of a plan by name, so that a story can use some of them. */
export const honestSteps = {
  inbox: { kind: 'tool', id: 'inbox', tool: 'read_inbox', args: { limit: 6 } },
  brief: {
    kind: 'q_parse',
    id: 'brief',
    source: { kind: 'ref', ref: 'inbox' },
    schema_ref: 'summary',
    instruction: 'Summarise the mails, one line each.',
  },
  send: {
    kind: 'tool',
    id: 'send',
    tool: 'send_email',
    args: { to: USER, subject: SUBJECT, body: { kind: 'ref', ref: 'brief', path: 'text' } },
  },
} as const;

export const honestQuery = `Read my 6 newest mails and send a summary of them to ${USER}`;

export const honestPlan: PlanDraft = {
  steps: [honestSteps.inbox, honestSteps.brief, honestSteps.send],
  final: 'send',
};
