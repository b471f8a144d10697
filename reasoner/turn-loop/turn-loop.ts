/**
 * The turn loop: asks a model for one call at a time, makes a plan fragment of each, and lets the
 * session take it. What came of a step stays in the session; the model is told of handles. It
 * always ends with a structured outcome (behaviour T-3, T-6 to T-8, T-26 to T-28). Untrusted:
 * whatever it proposes, the session decides.
 */
import type { Code, PortCall, Step, TurnSession } from '../../schemas/index.js';
import { askConversation } from '../ask-conversation.js';
import type {
  AskedCall,
  ConversationProvider,
  Message,
  OfferedTool,
  Reply,
} from '../conversation.js';
import { offeredTools } from './offered.js';
import { type CompiledCall, compiledCall, endedCall, repetition } from './repeats.js';
import { argumentsOf, chosenOf } from './reply-choice.js';
import { makeStep, type StepDesk } from './step-maker.js';
import { holdsReference } from './step-reference.js';
import { TurnNotes } from './turn-notes.js';
import type { TurnOutcome, TurnStep } from './turn-outcome.js';
import { handleText, refusalText, turnSystemPrompt, turnUserPrompt } from './turn-prompt.js';

export interface TurnCaps {
  /** Replies of the model in a turn. */
  readonly steps: number;
  /** Calls of one tool in a turn. */
  readonly sameTool: number;
}

/** Behaviour T-27 and table 0.1. */
export const defaultCaps: TurnCaps = Object.freeze({ steps: 5, sameTool: 2 });

export interface TurnOptions {
  readonly model: ConversationProvider;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  /** The tools that the pre-filter chose for the query. Default: all that are granted. */
  readonly offered?: readonly string[];
  readonly caps?: TurnCaps;
  /** How a model of this tier should go about it, in a sentence. */
  readonly tierLine?: string;
  /** The most tokens of a reply. Default 2048. */
  readonly maxTokens?: number;
  /** The entry of the scratchpad that a step made. Default: there is no scratchpad. */
  readonly entryOf?: (step: string) => string | null;
  /** Sees each step when it has ended. */
  readonly onStep?: (step: TurnStep) => void;
}

/** Runs a turn over an open session, to its outcome; the host ends the session with the answer. */
export async function runTurn(session: TurnSession, options: TurnOptions): Promise<TurnOutcome> {
  return new Turn(session, options).run();
}

/** A reply of the model, and what it took. */
type Told = Pick<TurnStep, 'step' | 'text' | 'thinking' | 'usage' | 'modelMs'>;

/** A call that the loop looks at. */
interface Looked {
  readonly call: AskedCall;
  readonly told: Told & Pick<TurnStep, 'tool' | 'args'>;
}

const noEntry = (): null => null;

class Turn {
  readonly #session: TurnSession;
  readonly #options: TurnOptions;
  readonly #caps: TurnCaps;
  readonly #notes: TurnNotes;
  readonly #messages: Message[] = [];
  readonly #calls: CompiledCall[] = [];

  constructor(session: TurnSession, options: TurnOptions) {
    this.#session = session;
    this.#options = options;
    this.#caps = options.caps ?? defaultCaps;
    this.#notes = new TurnNotes(options.onStep);
  }

  async run(): Promise<TurnOutcome> {
    const context = this.#session.context(this.#options.offered);
    if (context.tools.length === 0) {
      const message = '(nothing is on offer: no tool is granted, or none is there)';
      return this.#notes.outcome('error', { code: 'turn_tool_unknown', message });
    }
    this.#messages.push({ role: 'user', text: turnUserPrompt(context) });
    for (let step = 1; step <= this.#caps.steps; step += 1) {
      const outcome = await this.#once(step);
      if (outcome !== null) return outcome;
    }
    const message = `(stopped after ${this.#caps.steps} steps)`;
    return this.#notes.outcome('cap_steps', { message });
  }

  /** One reply of the model, and what comes of it; null where the turn goes on. */
  async #once(step: number): Promise<TurnOutcome | null> {
    const { now, offered, entryOf } = this.#options;
    const before = now();
    const asked = await this.#session.ask(async (context, port) => {
      const offer = offeredTools(context, entryOf !== undefined);
      return { context, offer, reply: await this.#converse(offer, port) };
    }, offered);
    if (!asked.ok) return this.#unanswered(asked.code);
    const { context, offer, reply } = asked.value;
    const { text, thinking, usage, calls, truncated, carry } = reply;
    const told = { step, text, thinking, usage, modelMs: now() - before };
    // Half a call may be another call, and half an answer another answer.
    if (truncated) return this.#unanswered('reasoner_output_truncated');
    const kept = carry === undefined ? {} : { carry };
    this.#messages.push({ role: 'assistant', text, calls, ...kept });
    const call = chosenOf(calls);
    if (call === null) return this.#words(told);
    for (const other of calls)
      if (other !== call) this.#tell(other, JSON.stringify({ status: 'not_run' }));
    const looked = { call, told: { ...told, tool: call.name, args: argumentsOf(call.args) } };
    return this.#look(looked, { context, offer, entryOf: entryOf ?? noEntry });
  }

  #unanswered(code: Code): TurnOutcome {
    return this.#notes.outcome('error', { code, message: '(the model gave no answer)' });
  }

  #converse(tools: readonly OfferedTool[], { signal }: PortCall): Promise<Reply> {
    const { model, tierLine = '', maxTokens = 2048 } = this.#options;
    return askConversation(model, {
      system: turnSystemPrompt(tierLine),
      messages: [...this.#messages],
      tools,
      maxTokens,
      signal,
    });
  }

  /** A text ends the turn, unless it asks for content. */
  #words(told: Told): TurnOutcome | null {
    const given = told.text.trim();
    if (holdsReference(given)) {
      // INV-W5: content is no part of what the planner says.
      const code = 'turn_content_withheld';
      this.#messages.push({ role: 'user', text: refusalText(code) });
      this.#notes.add({ ...told, status: 'refused', code });
      return null;
    }
    this.#notes.add({ ...told, status: 'answer' });
    const text = given === '' ? '(empty answer)' : given;
    return this.#notes.outcome('answer', { answer: { kind: 'text', text } });
  }

  /** Looks at a call as far as the loop can tell, and lets the session take what is left. */
  async #look({ call, told }: Looked, desk: StepDesk): Promise<TurnOutcome | null> {
    const made = makeStep(call, `step${told.step}`, desk);
    if (!made.ok) return this.#refuse({ call, told }, made);
    if (made.value.kind === 'answer') {
      this.#notes.add({ ...told, status: 'answer' });
      return this.#notes.outcome('answer', { answer: { kind: 'value', ref: made.value.ref } });
    }
    const { step } = made.value;
    const same = this.#calls.filter(({ tool }) => tool === call.name).length;
    if (same >= this.#caps.sameTool) {
      this.#notes.add({ ...told, status: 'refused' });
      const message = `(stop: \`${call.name}\` called ${same} times)`;
      return this.#notes.outcome('cap_same_executor', { message });
    }
    const compiled = compiledCall(call.name, step);
    const repeated = repetition(compiled, this.#calls);
    if (repeated === null) return this.#take({ call, told }, step, compiled);
    this.#calls.push(compiled);
    return this.#refuse({ call, told }, repeated);
  }

  /** Lets the session take one step. */
  async #take(
    { call, told }: Looked,
    step: Step,
    compiled: CompiledCall,
  ): Promise<TurnOutcome | null> {
    const { now } = this.#options;
    const before = now();
    const report = await this.#session.take({ steps: [step], final: step.id });
    const { status, code, problems } = report;
    const handle = report.handles.find((one) => one.step === step.id);
    this.#calls.push(endedCall(compiled, handle));
    const { size = 'none' } = handle ?? {};
    this.#notes.add({ ...told, id: step.id, status, code, size, runMs: now() - before });
    if (status === 'over')
      return this.#notes.outcome('error', { code, message: '(the turn was ended)' });
    const at = problems[0]?.at ?? '';
    if (handle !== undefined) this.#tell(call, handleText(handle));
    else this.#tell(call, refusalText(code ?? 'plan_malformed', { at }));
    return null;
  }

  #refuse(
    { call, told }: Looked,
    why: { readonly code: Code; readonly at?: string; readonly step?: string | null },
  ): null {
    this.#tell(call, refusalText(why.code, why));
    this.#notes.add({ ...told, status: 'refused', code: why.code });
    return null;
  }

  #tell({ id, name }: AskedCall, text: string): void {
    this.#messages.push({ role: 'tool', call: id, name, text });
  }
}
