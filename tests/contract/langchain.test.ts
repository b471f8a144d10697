// Agents of LangChain over LangGraph, whose scripted models try what they like: the tools are the
// office's, behind the kernel.
import { tool } from '@langchain/core/tools';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';
import { chainTools } from '../../hosts/adapters/langchain/index.js';
import { verifies } from '../claims/verifies.js';
import type { Asked } from '../fakes/ai-sdk.js';
import { frameworkOffice } from '../fakes/framework-office.js';
import { type ChainEnd, chainAgent, chainModel, chainStubs } from '../fakes/langchain.js';

const mail: Asked = ['send_email', { to: 'bob@example.org', body: 'See you at six.' }];
const toCarol: Asked = ['send_email', { ...mail[1], to: 'carol@example.org' }];
const inbox: Asked = ['read_inbox', {}];
const trusting = { trust: 'until_tainted' } as const;
type Open = ChainEnd['open'];
const answer = (open: Open, decision: object, at = 0): object => ({
  question: open[at]?.value.question,
  decisions: [decision],
});
const approve = (open: Open, at = 0): object => answer(open, { type: 'approve' }, at);

describe('an agent of LangChain', () => {
  test('acts for its user until it has read a mail, and goes on after a refusal', async () => {
    const office = frameworkOffice(trusting, {});
    const { told } = await chainAgent(chainStubs(office), [
      [mail],
      [inbox],
      [mail],
      'all done',
    ]).run();
    expect([office.ran(), office.denied()]).toEqual([
      ['send_email', 'read_inbox'],
      ['critical_untrusted'],
    ]);
    expect(told).toContain('attacker@evil.com');
    expect(told).toContain('refused');
    expect(told).toContain('all done');
  });

  verifies('INV-X1', 'shares what it has read with the agents that it starts', async () => {
    const office = frameworkOffice(trusting, {});
    const stubs = chainStubs(office);
    const colleague = (name: string, asked: Asked) =>
      tool(
        async () => {
          const agent = createAgent({ model: chainModel([[asked]]), tools: stubs });
          const { messages } = await agent.invoke({ messages: ['Do it.'] });
          return String(messages.at(-1)?.content);
        },
        { name, description: 'Asks a colleague.', schema: { type: 'object', properties: {} } },
      );
    const boss = createAgent({
      model: chainModel([[['read', {}]], [['send', {}]]]),
      tools: [colleague('read', inbox), colleague('send', mail)],
    });
    await boss.invoke({ messages: ['Do it.'] });
    expect([office.ran(), office.denied()]).toEqual([['read_inbox'], ['critical_untrusted']]);
  });

  test('asks the faces of the kernel alone without an interrupt', async () => {
    const office = frameworkOffice();
    const { session, tools, approvals } = office;
    await chainAgent(chainTools({ tool }, session, tools, { approvals }), [[mail]]).run();
    expect([office.ran(), office.denied()]).toEqual([[], ['approval_failed']]);
  });
});

describe('a call that needs the user', () => {
  verifies('INV-X10', 'interrupts the graph, and a yes is the ruling of one request', async () => {
    const office = frameworkOffice();
    const agent = chainAgent(chainStubs(office), [[mail], [mail]]);
    const { open } = await agent.run();
    expect(office.ran()).toEqual([]);
    expect(open.map(({ value }) => value.actionRequests[0]?.name)).toEqual(['send_email']);
    expect(open[0]?.value.actionRequests[0]?.description).toContain('UNTRUSTED');
    // The same call again is asked about again.
    const next = await agent.resume(approve(open));
    expect(next.open).toHaveLength(1);
    expect([office.sentTo(), office.ruled()]).toEqual([['bob@example.org'], ['alice allow']]);
    const { told, open: none } = await agent.resume(
      answer(next.open, { type: 'reject', message: 'Once is enough.' }),
    );
    expect([office.sentTo().length, none]).toEqual([1, []]);
    expect(told).toContain('Once is enough.');
  });

  verifies('INV-X10', 'is another call once it was edited, and asked about anew', async () => {
    const office = frameworkOffice();
    const agent = chainAgent(chainStubs(office), [[mail]]);
    const { open } = await agent.run();
    const editedAction = { name: 'send_email', args: { to: 'eve@example.org', body: 'Hi' } };
    const next = await agent.resume(answer(open, { type: 'edit', editedAction }));
    const shown = next.open[0]?.value.actionRequests[0]?.args;
    expect([office.ran(), shown]).toEqual([[], editedAction.args]);
    await agent.resume(approve(next.open));
    expect([office.sentTo(), office.ruled()]).toEqual([['eve@example.org'], ['alice allow']]);
  });

  verifies('INV-X10', 'runs once on one yes, from whichever checkpoint it is resumed', async () => {
    const office = frameworkOffice();
    const agent = chainAgent(chainStubs(office), [[mail], 'done']);
    const { open } = await agent.run();
    const before = await agent.checkpoint();
    await agent.resume(approve(open));
    // The same task of the graph again: it is told what it was told.
    const next = await agent.resume(approve(open), before);
    expect([office.sentTo(), next.open.length]).toEqual([['bob@example.org'], 0]);
  });

  test('is asked anew by another process, whatever was answered to the first', async () => {
    const office = frameworkOffice();
    const saver = new MemorySaver();
    const { open } = await chainAgent(chainStubs(office), [[mail]], saver, 'one').run();
    // Other stubs know nothing of what was asked.
    const other = chainAgent(chainStubs(office), [], saver, 'one');
    const next = await other.resume(approve(open));
    expect([office.ran(), next.open.length]).toEqual([[], 1]);
    await other.resume(approve(next.open));
    expect([office.sentTo(), office.ruled()]).toEqual([['bob@example.org'], ['alice allow']]);
  });

  test('has an answer of its own, beside another one', async () => {
    const office = frameworkOffice();
    const agent = chainAgent(chainStubs(office), [[mail, toCarol]]);
    const { open } = await agent.run();
    await agent.resume({
      [String(open[0]?.id)]: answer(open, { type: 'reject' }, 0),
      [String(open[1]?.id)]: approve(open, 1),
    });
    expect([office.sentTo(), office.ruled()]).toEqual([['carol@example.org'], ['alice allow']]);
  });

  verifies('INV-X10', 'has no answer that was given to the one beside it', async () => {
    const office = frameworkOffice();
    const agent = chainAgent(chainStubs(office), [[mail, toCarol]]);
    const { open } = await agent.run();
    // The graph hands one answer to every question that is open.
    const next = await agent.resume(approve(open, 1));
    expect([office.sentTo(), next.open.length]).toEqual([['carol@example.org'], 1]);
    await agent.resume(approve(next.open));
    expect(office.sentTo()).toEqual(['carol@example.org', 'bob@example.org']);
  });

  test.each([[{}], [true], ['approve'], [{ decisions: [{ type: 'approve' }] }]])(
    'is asked about again after %j',
    async (odd) => {
      const office = frameworkOffice();
      const agent = chainAgent(chainStubs(office), [[mail]]);
      await agent.run();
      const { open } = await agent.resume(odd);
      expect([office.ran(), open.length]).toEqual([[], 1]);
      for (const decisions of [[], [{ type: 'ok' }], [{ type: 'approve' }, { type: 'approve' }]])
        await agent.resume({ question: open[0]?.value.question, decisions });
      expect(office.ran()).toEqual([]);
    },
  );

  test('is asked anew after two minutes', async () => {
    const office = frameworkOffice();
    const agent = chainAgent(chainStubs(office), [[mail]]);
    const { open } = await agent.run();
    office.pass(120_000);
    const { told } = await agent.resume(approve(open));
    expect([office.ran(), office.denied()]).toEqual([[], ['approval_mismatch']]);
    expect(told).toContain('refused');
  });

  test("is not allowed by the framework's own middleware", async () => {
    const office = frameworkOffice();
    const middleware = humanInTheLoopMiddleware as (options: object) => unknown;
    const asking = middleware({ interruptOn: { send_email: true } });
    const agent = createAgent({
      model: chainModel([[mail]]),
      tools: chainStubs(office),
      middleware: [asking] as unknown as [],
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: 'hitl' } };
    await agent.invoke({ messages: ['Do it.'] }, config);
    const hitl = { decisions: [{ type: 'approve' }] };
    const next = await agent.invoke(new Command({ resume: hitl }), config);
    const { __interrupt__: open = [] } = next as { __interrupt__?: Open };
    expect([office.ran(), open.length]).toEqual([[], 1]);
    await agent.invoke(new Command({ resume: approve(open) }), config);
    expect([office.sentTo(), office.ruled()]).toEqual([['bob@example.org'], ['alice allow']]);
  });
});
