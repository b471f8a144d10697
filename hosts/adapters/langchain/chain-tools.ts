/**
 * The tools of a kernel for agents of LangChain and graphs of LangGraph: stubs whose function is a
 * dispatch. The callables stay in the kernel. A call that needs the user interrupts the graph with
 * what the kernel asks, in the words of LangChain's human-in-the-loop middleware.
 */
import { randomUUID } from 'node:crypto';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { type ClientSession, requestLines, type Tool } from '../../../kernel/index.js';
import type { ApprovalRequest } from '../../../schemas/index.js';
import { forgetOldest } from '../forget-oldest.js';
import { type OfferedStub, offeredStubs, type StubOptions } from '../offered-tools.js';
import { answerIn, type ChainQuestion, refusedBy } from './decisions.js';
import { MadeCalls } from './made-calls.js';

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
  /** LangGraph's own: where in the graph, and in which of its tasks, the call is made. */
  readonly configurable?: { readonly checkpoint_ns?: unknown };
}

/** Answers that a call is given: to what it was edited into, or to what others had asked. */
const MAX_ANSWERS = 32;
const MAX_OPEN = 1000;

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
  const made = new MadeCalls();
  return offeredStubs(session, tools, options).map((stub) => {
    const { name, description, input } = stub;
    const run = async (args: unknown, how: ChainCall = {}): Promise<string> => {
      const { signal } = how;
      const id = idOf(how);
      // As text: a list of records is content of the framework's own otherwise.
      if (id === null) return JSON.stringify(await stub.call(args, { signal }));
      const make = () =>
        asking === null ? stub.call(args, { signal }) : asking.call(stub, args, { id, signal });
      // A graph runs a task again from its start, with every call of it.
      return made.once(JSON.stringify([id, name, args]), make);
    };
    return tool(run as never, { name, description, schema: input } as never) as never;
  });
}

/** A call of one task of one graph; a model may use the same id again in a later one. */
function idOf({ toolCall, configurable }: ChainCall): string | null {
  const task = configurable?.checkpoint_ns;
  const id = toolCall?.id;
  return id === undefined || typeof task !== 'string' ? null : JSON.stringify([task, id]);
}

interface Question {
  /** What an answer has to name: a graph may hand one answer to several questions. */
  readonly id: string;
  readonly asked: ApprovalRequest;
}

/** Asks by interrupts. A graph runs a node again from its start: old answers come back first. */
class Asking {
  readonly #interrupt: (question: never) => unknown;
  /** What is asked, by call and place among the questions about it. */
  readonly #open: Map<string, Question> = new Map();

  constructor(interrupt: (question: never) => unknown) {
    this.#interrupt = interrupt;
  }

  async call(
    stub: OfferedStub,
    given: unknown,
    { id, signal }: { readonly id: string; readonly signal: AbortSignal | undefined },
  ): ReturnType<OfferedStub['call']> {
    let args = given;
    let edits = 0;
    for (let answers = 0; answers < MAX_ANSWERS; answers += 1) {
      const key = `${id}/${edits}`;
      const question = this.#open.get(key) ?? this.#ask(stub, key, args);
      if (question === null) return stub.call(args, { signal });
      // The first time it throws, and the graph waits.
      const answer = answerIn(
        this.#interrupt(questionOf(stub, args, question) as never),
        stub.name,
      );
      // INV-X10: an answer to another question answers nothing here.
      if (answer?.question !== question.id) continue;
      if (answer.type === 'reject') return refusedBy(answer);
      if (answer.type === 'approve') {
        this.#open.delete(key);
        return stub.call(args, { signal, approved: key });
      }
      args = answer.args;
      edits += 1;
    }
    return stub.call(args, { signal });
  }

  #ask(stub: OfferedStub, key: string, args: unknown): Question | null {
    const asked = stub.ask(key, args);
    if (asked === null) return null;
    const question = { id: randomUUID(), asked };
    this.#open.set(key, question);
    forgetOldest(this.#open, MAX_OPEN);
    return question;
  }
}

function questionOf({ name }: OfferedStub, args: unknown, { id, asked }: Question): ChainQuestion {
  return {
    question: id,
    actionRequests: [{ name, args, description: requestLines(asked).join('\n') }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'edit', 'reject'] }],
  };
}
