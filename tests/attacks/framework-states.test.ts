// Attacks through the state of the OpenAI Agents SDK: resumed twice, and changed between the
// question and its answer.
import { describe, expect, test } from 'vitest';
import { agentTools } from '../../hosts/adapters/openai-agents/index.js';
import { type Agent, type AgentRun, type Agents, agentsOf } from '../fakes/agents-sdk.js';
import type { Asked } from '../fakes/ai-sdk.js';
import { type FrameworkOffice, frameworkOffice } from '../fakes/framework-office.js';
import { asksAboutMail } from '../fakes/suspensions.js';

const mail: Asked = ['send_email', { to: 'bob@example.org', body: 'hi' }];
const note: Asked = ['save_note', { text: 'x' }];

interface Paused {
  readonly sdk: Agents;
  readonly office: FrameworkOffice;
  readonly agent: Agent;
  readonly run: AgentRun;
}

async function paused(version: Parameters<typeof agentsOf>[0]): Promise<Paused> {
  const sdk = await agentsOf(version);
  const office = frameworkOffice({ trust: 'until_tainted' }, { guardrails: asksAboutMail });
  const { session, tools, approvals } = office;
  const stubs = agentTools(sdk, session, tools, { approvals });
  const agent = new sdk.Agent({
    name: 'Office',
    tools: stubs,
    model: sdk.model([[note, mail], 'done', 'done', 'done']),
  });
  return { sdk, office, agent, run: await sdk.run(agent, 'Do it.') };
}

async function resumed({ sdk, agent }: Paused, state: unknown): Promise<void> {
  // What the framework makes of such a state is its own; what ran is ours.
  await sdk.run(agent, state).catch(() => undefined);
}

describe.each(['@openai/agents', 'openai-agents-oldest'] as const)('a state of %s', (version) => {
  test('that is resumed twice makes no call of its turn twice', async () => {
    const pause = await paused(version);
    const { office, run, sdk, agent } = pause;
    for (const item of run.interruptions) run.state.approve(item);
    const text = run.state.toString();
    for (let i = 0; i < 2; i += 1) await resumed(pause, await sdk.RunState.fromString(agent, text));
    expect([...office.ran()].sort()).toEqual(['save_note', 'send_email']);
    expect(office.ruled()).toEqual(['alice allow']);
  });

  test.each([
    ['whom it goes to', (text: string) => text.replaceAll('bob@example.org', 'eve@evil.com')],
    ['what it says', (text: string) => text.replaceAll('\\"hi\\"', '\\"hello\\"')],
    ['which tool it is of', (text: string) => text.replaceAll('send_email', 'send_to_all')],
  ])('in which somebody changed %s sends nothing on the yes', async (_, change) => {
    const pause = await paused(version);
    const { office, run, sdk, agent } = pause;
    for (const item of run.interruptions) run.state.approve(item);
    const changed = change(run.state.toString());
    expect(changed).not.toBe(run.state.toString());
    await resumed(pause, await sdk.RunState.fromString(agent, changed).catch(() => null));
    expect([office.sentTo(), office.ruled()]).toEqual([[], []]);
    expect(office.ran()).not.toContain('send_to_all');
  });

  test('of another process, with the yes in it, sends nothing', async () => {
    const first = await paused(version);
    for (const item of first.run.interruptions) first.run.state.approve(item);
    const text = first.run.state.toString();
    const second = await paused(version);
    await resumed(second, await second.sdk.RunState.fromString(second.agent, text));
    expect([second.office.sentTo(), second.office.ruled()]).toEqual([[], []]);
  });
});
