/**
 * The tools of a kernel for agents of LangChain and graphs of LangGraph: stubs whose function is a
 * dispatch. The callables stay in the kernel. A call that needs the user interrupts the graph with
 * what the kernel asks, in the words of LangChain's human-in-the-loop middleware.
 */
import type { StructuredToolInterface } from '@langchain/core/tools';
import type { ClientSession, Tool } from '../../../kernel/index.js';
import { type OfferedStub, offeredStubs, type StubOptions } from '../offered-tools.js';
import type { Refused } from '../stub-answer.js';
import { answerIn, questionFor, refusedBy } from './decisions.js';

/** What the adapter needs of the host's own copy of the framework. */
export interface LangChain {
  /** `tool` of `@langchain/core/tools`. */
  readonly tool: (run: never, fields: never) => unknown;
  /** `interrupt` of `@langchain/langgraph`. Default: only the faces of the kernel are asked. */
  readonly interrupt?: (question: never) => unknown;
}

/** What the framework says of a call. */
interface ChainCall {
  readonly toolCall?: { readonly id?: string | undefined };
  readonly signal?: AbortSignal;
}

/** Edits of one call, one after another, each asked about anew. */
const MAX_QUESTIONS = 32;
const MAX_STALE = 1000;

/**
 * Makes the tools of a session: one conversation, with all of its agents.
 * @throws HostError `config_malformed` for a name that model providers do not take
 */
export function chainTools(
  { tool, interrupt }: LangChain,
  session: ClientSession,
  tools: readonly Tool[],
  options: StubOptions = {},
): StructuredToolInterface[] {
  const asking = interrupt === undefined ? null : new Asking(interrupt);
  return offeredStubs(session, tools, options).map((stub) => {
    const { name, description, input } = stub;
    const run = async (args: unknown, { toolCall, signal }: ChainCall = {}): Promise<string> => {
      const id = toolCall?.id;
      const answer =
        asking === null || id === undefined
          ? await stub.call(args, { signal })
          : await asking.call(stub, args, { id, signal });
      // As text: a list of records is content of the framework's own otherwise.
      return JSON.stringify(answer);
    };
    return tool(run as never, { name, description, schema: input } as never) as never;
  });
}

/** Asks by interrupts. A graph runs a node again from its start: earlier answers come back first. */
class Asking {
  readonly #interrupt: (question: never) => unknown;
  /** Questions whose answer was given to something else, as before a restart of the process. */
  readonly #stale: Set<string> = new Set();

  constructor(interrupt: (question: never) => unknown) {
    this.#interrupt = interrupt;
  }

  async call(
    stub: OfferedStub,
    given: unknown,
    { id, signal }: { readonly id: string; readonly signal: AbortSignal | undefined },
  ): ReturnType<OfferedStub['call']> {
    let args = given;
    for (let at = 0; at < MAX_QUESTIONS; at += 1) {
      const key = `${id}/${at}`;
      const isOld = this.#stale.has(key) || stub.wasAsked(key);
      const asked = isOld ? stub.wouldAsk(args) : stub.ask(key, args);
      // Nobody has to be asked, or nobody has to be any more.
      if (asked === null && !isOld) return stub.call(args, { signal });
      // The first time it throws, and the graph waits.
      const answer = answerIn(this.#interrupt(questionFor(stub, args, asked) as never), stub.name);
      if (!isOld) this.#outdate(stub, key);
      if (!isOld || this.#stale.has(key)) continue;
      if (answer.type === 'reject') return refusedBy(answer);
      if (answer.type === 'approve') return stub.call(args, { signal, approved: key });
      args = answer.args;
    }
    return refusedBy({ type: 'reject', message: 'asked too often' }) as Refused;
  }

  /** An answer that was there before its question answers another one. */
  #outdate(stub: OfferedStub, key: string): void {
    stub.forget(key);
    this.#stale.add(key);
    for (const oldest of this.#stale) {
      if (this.#stale.size <= MAX_STALE) break;
      this.#stale.delete(oldest);
    }
  }
}
