/** Contexts as a kernel would show them to a planner, for tests of what becomes of them. */
import type { PlannerContext, PortCall } from '../../schemas/index.js';

/** A root context with one tool that reads and one that writes. */
export const rootContext: PlannerContext = {
  query: 'Summarise my inbox and mail it to alice@example.com',
  tools: [
    {
      name: 'read_inbox',
      description: 'Reads all messages.',
      effect: 'read',
      capabilities: ['mail.read'],
      input: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
      output: { type: 'array', items: { type: 'string' } },
    },
    {
      name: 'send_email',
      description: 'Sends one message.',
      effect: 'write',
      capabilities: ['mail.send'],
      input: { type: 'object', properties: { to: { type: 'string' }, body: { type: 'string' } } },
      output: { type: 'object' },
    },
  ],
  schemas: [
    { name: 'summary', schema: { type: 'object', properties: { text: { type: 'string' } } } },
  ],
  facts: [{ name: 'me', type: 'string' }],
  grant: ['mail.read', 'mail.send'],
};

/** A plan that fits the root context. */
export const inboxPlan = {
  steps: [
    { kind: 'tool', id: 'inbox', tool: 'read_inbox', args: {} },
    {
      kind: 'q_parse',
      id: 'summary',
      source: { kind: 'ref', ref: 'inbox' },
      schema_ref: 'summary',
      instruction: 'Summarise the messages.',
    },
    {
      kind: 'tool',
      id: 'send',
      tool: 'send_email',
      args: {
        to: 'alice@example.com',
        body: { kind: 'ref', ref: 'summary', path: 'text' },
        note: { kind: 'record', fields: { tags: ['a', { kind: 'fact', name: 'me' }] } },
      },
    },
  ],
  final: 'send',
};

/** A call that nobody cancels. */
export function openCall(): PortCall {
  return { signal: new AbortController().signal };
}
