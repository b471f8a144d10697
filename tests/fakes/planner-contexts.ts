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

/** A plan of the root context that computes, guards and repeats. */
export const computingPlan = {
  steps: [
    { kind: 'tool', id: 'inbox', tool: 'read_inbox', args: {} },
    {
      kind: 'q_parse',
      id: 'parsed',
      source: { kind: 'ref', ref: 'inbox' },
      schema_ref: 'summary',
      instruction: 'List the senders.',
      verbatim: ['senders.*.name'],
    },
    {
      kind: 'compute',
      id: 'sender',
      fn: 'select',
      args: { list: { kind: 'ref', ref: 'parsed', path: 'senders' } },
      where: {
        all: [
          {
            test: 'equals',
            left: { kind: 'item', path: 'name' },
            right: { kind: 'fact', name: 'me' },
          },
          { not: { test: 'contains', left: { kind: 'item', path: 'tags' }, right: 'spam' } },
        ],
      },
    },
    {
      kind: 'when',
      id: 'note',
      if: { test: 'more', left: { kind: 'ref', ref: 'sender', path: 'mails' }, right: 3 },
      tool: 'send_email',
      args: { to: 'alice@example.com', body: 'Many.' },
    },
    {
      kind: 'map',
      id: 'sent',
      over: { kind: 'ref', ref: 'inbox' },
      atMost: 5,
      steps: [
        {
          kind: 'compute',
          id: 'text',
          fn: 'template',
          args: {
            text: 'You said: {said}',
            fields: { kind: 'record', fields: { said: { kind: 'each' } } },
          },
        },
        {
          kind: 'tool',
          id: 'send',
          tool: 'send_email',
          args: { to: 'alice@example.com', body: { kind: 'ref', ref: 'text' } },
        },
      ],
      final: 'send',
    },
  ],
  final: 'sent',
};

/** A call that nobody cancels. */
export function openCall(): PortCall {
  return { signal: new AbortController().signal };
}
