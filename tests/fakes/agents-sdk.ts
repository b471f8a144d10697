/** The OpenAI Agents SDK, oldest and newest supported version, with scripted models of its own. */
import type { Asked, Reply } from './ai-sdk.js';

export type AgentsVersion = '@openai/agents' | 'openai-agents-oldest';

export interface Interruption {
  readonly rawItem: { readonly name: string; arguments: string };
}

export interface RunState {
  readonly approve: (item: Interruption, how?: { readonly alwaysApprove: boolean }) => void;
  readonly reject: (item: Interruption) => void;
  readonly toString: () => string;
}

export interface AgentRun {
  readonly finalOutput?: unknown;
  readonly interruptions: readonly Interruption[];
  readonly state: RunState;
}

export interface Agent {
  readonly asTool: (options: object) => object;
}

/** One version of the SDK, as tests use it. */
export interface Agents {
  readonly tool: (options: never) => unknown;
  readonly Agent: new (options: object) => Agent;
  readonly run: (agent: Agent, input: unknown) => Promise<AgentRun>;
  readonly RunState: {
    readonly fromString: (agent: Agent, text: string) => Promise<RunState>;
  };
  /** A model that answers as a test says, and keeps what it was shown. */
  readonly model: (replies: readonly Reply[], seen?: unknown[]) => object;
}

let made = 0;

function outputOf(reply: Reply): object[] {
  made += 1;
  if (typeof reply !== 'string') return reply.map((asked) => callOf(asked));
  const content = [{ type: 'output_text', text: reply }];
  return [{ type: 'message', id: `m-${made}`, role: 'assistant', status: 'completed', content }];
}

function callOf([name, args]: Asked): object {
  made += 1;
  const call = { type: 'function_call', id: `f-${made}`, callId: `c-${made}`, name };
  return { ...call, status: 'completed', arguments: JSON.stringify(args) };
}

/** Loads a version; what it would report to its maker is off. */
export async function agentsOf(version: AgentsVersion): Promise<Agents> {
  const sdk = (await import(version)) as Omit<Agents, 'model'> & {
    readonly Usage: new () => object;
    readonly setTracingDisabled: (isOff: boolean) => void;
  };
  sdk.setTracingDisabled(true);
  return {
    tool: sdk.tool,
    Agent: sdk.Agent,
    run: sdk.run,
    RunState: sdk.RunState,
    model(replies, seen = []) {
      let at = 0;
      return {
        async getResponse({ input }: { readonly input: unknown }) {
          seen.push(structuredClone(input));
          const output = outputOf(replies[at] ?? 'done');
          at += 1;
          return { usage: new sdk.Usage(), output };
        },
        getStreamedResponse(): never {
          throw new Error('nobody streams here');
        },
      };
    },
  };
}
