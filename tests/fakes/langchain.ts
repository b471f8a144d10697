/** LangChain's agents over LangGraph, with a scripted model of its own. */
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { tool } from '@langchain/core/tools';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { type ChainQuestion, chainTools } from '../../hosts/adapters/langchain/index.js';
import type { Reply } from './ai-sdk.js';
import type { FrameworkOffice } from './framework-office.js';

type Chained = ReturnType<typeof chainTools>;

export interface ChainEnd {
  /** All messages as JSON: what the model was told. */
  readonly told: string;
  /** What the graph waits for, with the id to answer it by. */
  readonly open: readonly { readonly id: string; readonly value: ChainQuestion }[];
}

export interface ChainAgent {
  readonly run: () => Promise<ChainEnd>;
  /** Resumes, with one answer or one for each id; from an earlier checkpoint where it is given. */
  readonly resume: (answer: unknown, checkpoint?: string) => Promise<ChainEnd>;
  readonly checkpoint: () => Promise<string>;
}

let threads = 0;

/** A model that answers as a test says. */
export function chainModel(replies: readonly Reply[]): ReturnType<typeof fakeModel> {
  const model = fakeModel();
  for (const reply of [...replies, 'done'])
    if (typeof reply === 'string') model.respond(new AIMessage(reply));
    else model.respondWithTools(reply.map(([name, args]) => ({ name, args })));
  return model;
}

/** The office's stubs. */
export function chainStubs({ session, tools, approvals }: FrameworkOffice): Chained {
  return chainTools({ tool, interrupt }, session, tools, { approvals });
}

/** An agent with a memory of its own; `stubs` says which, `saver` where its memory is. */
export function chainAgent(
  stubs: Chained,
  replies: readonly Reply[],
  saver: MemorySaver = new MemorySaver(),
  thread = `t-${++threads}`,
): ChainAgent {
  const agent = createAgent({ model: chainModel(replies), tools: stubs, checkpointer: saver });
  const at = (checkpoint?: string) => ({
    configurable: {
      thread_id: thread,
      ...(checkpoint === undefined ? {} : { checkpoint_id: checkpoint }),
    },
  });
  const endOf = (end: unknown): ChainEnd => {
    const { messages, __interrupt__: open = [] } = end as {
      readonly messages: readonly BaseMessage[];
      readonly __interrupt__?: ChainEnd['open'];
    };
    return { told: JSON.stringify(messages.map(({ content }) => content)), open };
  };
  return {
    run: async () => endOf(await agent.invoke({ messages: ['Do it.'] }, at())),
    resume: async (answer, checkpoint) =>
      endOf(await agent.invoke(new Command({ resume: answer }), at(checkpoint))),
    async checkpoint() {
      const { config } = await agent.graph.getState(at());
      return String(config.configurable?.['checkpoint_id']);
    },
  };
}
