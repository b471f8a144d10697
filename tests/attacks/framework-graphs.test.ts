// Attacks by a graph of LangGraph that runs a node again from its start, and by a model that writes
// the ids of its calls itself.
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import {
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { describe, expect, test } from 'vitest';
import { type ChainQuestion, chainTools } from '../../hosts/adapters/langchain/index.js';
import { makeDeferred } from '../fakes/deferred.js';
import { type FrameworkOffice, frameworkOffice } from '../fakes/framework-office.js';
import { asksAboutMail } from '../fakes/suspensions.js';

type Wanted = readonly [id: string, name: string, args: object];
type Open = readonly { readonly value: ChainQuestion }[];

interface Graph {
  readonly run: () => Promise<Open>;
  readonly answer: (question: ChainQuestion | undefined, decision?: object) => Promise<Open>;
  /** What the tools answered, in order. */
  readonly told: () => Promise<readonly string[]>;
}

/** A model that wants these calls, one message after another. */
function modelOf(turns: readonly Wanted[][]): () => object {
  let turn = 0;
  return () => {
    const wanted = turns[turn] ?? [];
    turn += 1;
    const type = 'tool_call' as const;
    const calls = wanted.map(([id, name, args]) => ({ id, name, args, type }));
    return { messages: [new AIMessage({ content: 'on it', tool_calls: calls })] };
  };
}

/**
 * All calls of one message in one node, as `createReactAgent` has them; or in a node of the host's
 * own, which makes a call whatever ids were used before.
 */
function graphOf(
  { session, tools, approvals }: FrameworkOffice,
  turns: readonly Wanted[][],
  isOwn = false,
): Graph {
  const stubs = chainTools({ tool, interrupt }, session, tools, { approvals });
  const ownNode = async ({ messages }: typeof MessagesAnnotation.State, config: object) => {
    const made = [];
    for (const call of (messages.at(-1) as AIMessage).tool_calls ?? []) {
      const stub = stubs.find(({ name }) => name === call.name);
      made.push(await stub?.invoke({ ...call, type: 'tool_call' }, config));
    }
    return { messages: made as BaseMessage[] };
  };
  const theirs = new ToolNode(stubs);
  const theirNode = (state: typeof MessagesAnnotation.State, config: object) =>
    theirs.invoke(state, config) as Promise<typeof MessagesAnnotation.Update>;
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', modelOf(turns))
    .addNode('tools', isOwn ? ownNode : theirNode)
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) => {
      const last = messages.at(-1) as AIMessage;
      return (last.tool_calls ?? []).length > 0 ? 'tools' : END;
    })
    .addEdge('tools', 'model')
    .compile({ checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: 'one' } };
  const openOf = (end: unknown): Open => (end as { __interrupt__?: Open }).__interrupt__ ?? [];
  return {
    run: async () => openOf(await graph.invoke({ messages: ['Do it.'] } as never, thread)),
    answer: async (question, decision = { type: 'approve' }) => {
      const resume = { question: question?.question, decisions: [decision] };
      return openOf(await graph.invoke(new Command({ resume }), thread));
    },
    async told() {
      const { values } = await graph.getState(thread);
      const { messages } = values as typeof MessagesAnnotation.State;
      return messages.filter((message) => message.type === 'tool').map(({ text }) => text);
    },
  };
}

const note: Wanted = ['a', 'save_note', { text: 'x' }];
const toBob: Wanted = ['b', 'send_email', { to: 'bob@example.org', body: 'hi' }];
const toCarol: Wanted = ['c', 'send_email', { to: 'carol@example.org', body: 'hi' }];
const trusting = { trust: 'until_tainted' } as const;
const open = (answers = {}): FrameworkOffice =>
  frameworkOffice(trusting, { guardrails: asksAboutMail, answers });

describe('a node that runs again once its question is answered', () => {
  test('does not write again what it wrote beside the question', async () => {
    const office = open({ save_note: () => Promise.reject(new Error('disk')) });
    const graph = graphOf(office, [[note, toBob]]);
    const [question] = await graph.run();
    expect(office.ran()).toEqual(['save_note']);
    expect(await graph.answer(question?.value)).toEqual([]);
    expect(office.ran()).toEqual(['save_note', 'send_email']);
    expect(await graph.told()).toHaveLength(2);
  });

  test('does not write again what has not ended yet', async () => {
    const gate = makeDeferred();
    const office = open({ save_note: () => gate.promise });
    const graph = graphOf(office, [[note, toBob]]);
    const [question] = await graph.run();
    const ended = graph.answer(question?.value);
    gate.resolve({ id: 'n1' });
    expect(await ended).toEqual([]);
    expect(office.ran()).toEqual(['save_note', 'send_email']);
  });

  test('sends each of two mails once, on a yes of its own', async () => {
    const office = open({ send_email: { id: 'done', reply: 'ok' } });
    const graph = graphOf(office, [[toBob, toCarol]]);
    const [first] = await graph.run();
    const [second] = await graph.answer(first?.value);
    expect(office.sentTo()).toEqual(['bob@example.org']);
    expect(second?.value.actionRequests[0]?.args).toEqual(toCarol[2]);
    await graph.answer(second?.value);
    expect(office.sentTo()).toEqual(['bob@example.org', 'carol@example.org']);
    expect(office.ruled()).toEqual(['alice allow', 'alice allow']);
  });

  test('runs a call once that answers with the words of a refusal', async () => {
    const refusal = { refused: true, status: 'blocked', code: 'approval_denied' };
    const office = open({ save_note: refusal });
    const graph = graphOf(office, [[note, toBob]]);
    const [question] = await graph.run();
    await graph.answer(question?.value);
    expect(office.ran()).toEqual(['save_note', 'send_email']);
  });
});

describe('a model that uses the id of a call again', () => {
  test('gets nothing of the question that was asked before it read a mail', async () => {
    const office = open();
    const inbox: Wanted = ['r', 'read_inbox', {}];
    const graph = graphOf(office, [[toBob], [inbox], [toBob]], true);
    const [asked] = await graph.run();
    // The user says no; then the model reads what others wrote, and asks for the same again.
    const later = await graph.answer(asked?.value, { type: 'reject' });
    expect(later).toEqual([]);
    expect([office.ran(), office.denied()]).toEqual([['read_inbox'], ['critical_untrusted']]);
  });

  test('makes the second call too: it is another one', async () => {
    const office = open();
    const again: Wanted = ['a', 'save_note', { text: 'x' }];
    const graph = graphOf(office, [[note], [again]], true);
    await graph.run();
    expect(office.ran()[0]).toBe('save_note');
    // What the first one answered was written by others: the second is decided by that.
    expect([office.ran().length, office.denied()]).toEqual([1, ['reader_excluded']]);
  });

  test('has one effect for two calls under one id', async () => {
    const office = open();
    const graph = graphOf(office, [
      [toBob, ['b', 'send_email', { to: 'eve@evil.com', body: 'hi' }]],
    ]);
    const [first] = await graph.run();
    expect(first?.value.actionRequests[0]?.args).toEqual(toBob[2]);
    await graph.answer(first?.value);
    expect(office.sentTo().every((to) => to === 'bob@example.org')).toBe(true);
  });
});
