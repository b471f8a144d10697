// Agents of the OpenAI Agents SDK, oldest and newest supported version, whose scripted models try
// what they like: the tools are the office's, behind the kernel.
import { describe, expect, test } from 'vitest';
import { agentTools } from '../../hosts/adapters/openai-agents/index.js';
import { verifies } from '../claims/verifies.js';
import { type Agent, type AgentRun, type Agents, agentsOf } from '../fakes/agents-sdk.js';
import type { Asked, Reply } from '../fakes/ai-sdk.js';
import { type FrameworkOffice, frameworkOffice } from '../fakes/framework-office.js';

const mail: Asked = ['send_email', { to: 'bob@example.org', body: 'See you at six.' }];
const inbox: Asked = ['read_inbox', {}];
const trusting = { trust: 'until_tainted' } as const;

interface Desk {
  readonly seen: unknown[];
  readonly last: () => string;
  readonly agent: (...replies: Reply[]) => Agent;
  readonly run: (...replies: Reply[]) => Promise<AgentRun>;
}

function deskOf(sdk: Agents, { session, tools, approvals }: FrameworkOffice): Desk {
  const seen: unknown[] = [];
  const stubs = agentTools(sdk, session, tools, { approvals });
  const agent = (...replies: Reply[]): Agent =>
    new sdk.Agent({ name: 'Office', tools: stubs, model: sdk.model(replies, seen) });
  return {
    seen,
    last: () => JSON.stringify(seen.at(-1)),
    agent,
    run: (...replies) => sdk.run(agent(...replies), 'Do it.'),
  };
}

describe.each(['@openai/agents', 'openai-agents-oldest'] as const)('an agent of %s', (version) => {
  test('acts for its user until it has read a mail, and goes on after a refusal', async () => {
    const office = frameworkOffice(trusting, {});
    const desk = deskOf(await agentsOf(version), office);
    const { finalOutput } = await desk.run([mail], [inbox], [mail], 'all done');
    expect(finalOutput).toBe('all done');
    expect([office.ran(), office.denied()]).toEqual([
      ['send_email', 'read_inbox'],
      ['critical_untrusted'],
    ]);
    expect(desk.last()).toContain('attacker@evil.com');
    expect(desk.last()).toContain('refused');
  });

  verifies('INV-X1', 'shares what it has read with the agents that it starts', async () => {
    const office = frameworkOffice(trusting, {});
    const sdk = await agentsOf(version);
    const desk = deskOf(sdk, office);
    const reader = desk.agent([inbox], 'Nothing of note.');
    const sender = desk.agent([mail], 'Sent.');
    const asTools = [reader, sender].map((agent, i) =>
      agent.asTool({ toolName: i === 0 ? 'read' : 'send', toolDescription: 'Asks a colleague.' }),
    );
    const replies: Reply[] = [[['read', { input: 'Read.' }]], [['send', { input: 'Send.' }]]];
    const boss = new sdk.Agent({ name: 'Boss', tools: asTools, model: sdk.model(replies) });
    await sdk.run(boss, 'Do it.');
    expect([office.ran(), office.denied()]).toEqual([['read_inbox'], ['critical_untrusted']]);
  });

  verifies('INV-X10', 'waits for its user, and a yes is the ruling of one request', async () => {
    const office = frameworkOffice();
    const sdk = await agentsOf(version);
    const desk = deskOf(sdk, office);
    const agent = desk.agent([mail], [mail], 'done');
    const { state, interruptions } = await sdk.run(agent, 'Do it.');
    expect([office.ran(), interruptions.length]).toEqual([[], 1]);
    for (const item of interruptions) state.approve(item);
    const next = await sdk.run(agent, state);
    expect([office.sentTo(), office.ruled()]).toEqual([['bob@example.org'], ['alice allow']]);
    // The same call again is asked about again.
    expect(next.interruptions).toHaveLength(1);
    for (const item of next.interruptions) next.state.reject(item);
    await sdk.run(agent, next.state);
    expect([office.sentTo().length, office.ruled().length]).toEqual([1, 1]);
  });

  test('asks through the agent that started it, and runs once on its yes', async () => {
    const office = frameworkOffice();
    const sdk = await agentsOf(version);
    const sender = deskOf(sdk, office).agent([mail], 'Sent.');
    const tools = [sender.asTool({ toolName: 'send', toolDescription: 'Asks a colleague.' })];
    const model = sdk.model([[['send', { input: 'Send.' }]], 'done']);
    const boss = new sdk.Agent({ name: 'Boss', tools, model });
    const { state, interruptions } = await sdk.run(boss, 'Do it.');
    expect([office.ran(), interruptions.length]).toEqual([[], 1]);
    for (const item of interruptions) state.approve(item);
    await sdk.run(boss, state);
    expect([office.sentTo(), office.ruled()]).toEqual([['bob@example.org'], ['alice allow']]);
  });

  verifies('INV-X10', 'runs once on one yes, however often its state is resumed', async () => {
    const office = frameworkOffice();
    const sdk = await agentsOf(version);
    const desk = deskOf(sdk, office);
    const agent = desk.agent([mail], 'done', 'done');
    const { state, interruptions } = await sdk.run(agent, 'Do it.');
    for (const item of interruptions) state.approve(item);
    const stored = state.toString();
    await sdk.run(agent, await sdk.RunState.fromString(agent, stored));
    await sdk.run(agent, await sdk.RunState.fromString(agent, stored));
    expect(office.sentTo()).toEqual(['bob@example.org']);
    expect(desk.last()).toContain('refused');
  });

  test('is asked anew where its state is resumed beside other stubs', async () => {
    const office = frameworkOffice();
    const sdk = await agentsOf(version);
    const agent = deskOf(sdk, office).agent([mail]);
    const { state, interruptions } = await sdk.run(agent, 'Do it.');
    for (const item of interruptions) state.approve(item);
    const stored = state.toString();
    // As in another process: nothing is known of what was asked.
    const other = deskOf(sdk, office).agent('done');
    await sdk.run(other, await sdk.RunState.fromString(other, stored));
    expect([office.ran(), office.denied()]).toEqual([[], ['approval_failed']]);
  });

  verifies('INV-X10', 'does not run what was edited after the question', async () => {
    const office = frameworkOffice();
    const sdk = await agentsOf(version);
    const agent = deskOf(sdk, office).agent([mail], 'done');
    const { state, interruptions } = await sdk.run(agent, 'Do it.');
    for (const item of interruptions) state.approve(item);
    const edited = state.toString().replaceAll('bob@example.org', 'eve@evil.com');
    const back = sdk.RunState.fromString(agent, edited);
    // A version that notices throws; one that does not is refused.
    await back.then((changed) => sdk.run(agent, changed)).catch(() => undefined);
    expect(office.ran()).toEqual([]);
  });

  test('has no yes from one that was given to every call', async () => {
    const office = frameworkOffice();
    const sdk = await agentsOf(version);
    const desk = deskOf(sdk, office);
    const agent = desk.agent([mail], [mail], 'done');
    const { state, interruptions } = await sdk.run(agent, 'Do it.');
    for (const item of interruptions) state.approve(item, { alwaysApprove: true });
    await sdk.run(agent, state);
    expect([office.ran(), office.ruled()]).toEqual([[], []]);
    expect(office.denied()).toEqual(['approval_failed', 'approval_failed']);
  });
});
