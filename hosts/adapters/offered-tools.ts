/**
 * The tools of a kernel as a framework may be told of them: words and schemas, no callable. Its
 * approvals say which calls may be made, never that one was allowed. Upholds INV-X10.
 */
import type { ClientEnd, ClientSession, Tool } from '../../kernel/index.js';
import type { ApprovalRequest, CancelSignal, Json } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { AskedCalls } from './asked-calls.js';
import {
  type FrameworkApprovals,
  isSameQuestion,
  underYes,
  withoutYes,
} from './framework-approvals.js';
import { type Refused, stubAnswer } from './stub-answer.js';

/** What a host may say of the stubs of a session. */
export interface StubOptions {
  /**
   * The face that stands in `ports.approver` of the kernel: the framework asks its user, in its own
   * words. Default: only the faces of the kernel are asked.
   */
  readonly approvals?: FrameworkApprovals;
}

/** A call as a framework makes it. */
export interface StubCall {
  readonly signal?: CancelSignal | undefined;
  /** The framework's id of a call that its user said yes to. */
  readonly approved?: string | null;
}

/** A tool as a framework is handed it. */
export interface OfferedStub {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly input: object;
  /**
   * What the framework has to ask its user about a call, and keeps under its own id of it; null
   * where the call needs nobody, or somebody whom only the faces of the kernel reach.
   */
  readonly ask: (id: string, args: unknown) => ApprovalRequest | null;
  /** What would be asked about a call; kept nowhere. */
  readonly wouldAsk: (args: unknown) => ApprovalRequest | null;
  /** Whether something was asked under an id. */
  readonly wasAsked: (id: string) => boolean;
  /** A dispatch through the Gate, as the session's client; never throws for what a model sent. */
  readonly call: (args: unknown, how?: StubCall) => Promise<Json | Refused>;
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Makes the stubs of a session; those of one conversation, and of every agent in it, share one.
 * @throws HostError `config_malformed` for a name that model providers do not take
 */
export function offeredStubs(
  session: ClientSession,
  tools: readonly Tool[],
  { approvals }: StubOptions = {},
): readonly OfferedStub[] {
  const asked = new AskedCalls(approvals?.withinMs ?? 0);
  return tools.map(({ name, definition }) => {
    assertName(name);
    const wouldAsk = (args: unknown): ApprovalRequest | null =>
      approvals === undefined ? null : askable(session.foresee(name, args));
    const told = (end: ClientEnd) => stubAnswer(session, end, approvals !== undefined);
    return Object.freeze<OfferedStub>({
      name,
      description: definition.spec.description,
      input: structuredClone(definition.input.jsonSchema),
      wouldAsk,
      ask(id, args) {
        const question = wouldAsk(args);
        if (question !== null) asked.note(id, { asked: question, moment: session.moment });
        return question;
      },
      wasAsked: (id) => asked.has(id),
      async call(args, { signal = null, approved = null } = {}) {
        const yes = approved === null ? null : asked.take(approved);
        if (yes === null || approvals === undefined)
          return told(await withoutYes(() => session.call(name, args, signal)));
        const again = session.foresee(name, args, yes.moment);
        // What the model was told since it wrote the call, it did not know then.
        const isSame = again !== null && isSameQuestion(yes.asked, again);
        const moment = isSame ? yes.moment : session.moment;
        // INV-X10: another call than was asked about is asked about anew.
        const make = () => session.call(name, args, signal, moment);
        return told(await underYes(approvals, yes.asked, make));
      },
    });
  });
}

function assertName(name: string): void {
  if (NAME.test(name)) return;
  const what = 'takes letters, digits, `_` and `-`, at most 64';
  throw new HostError('config_malformed', `a name that a model is shown ${what}: \`${name}\``);
}

/** A question that one yes without a signature can answer; any other is for other faces. */
function askable(question: ApprovalRequest | null): ApprovalRequest | null {
  return question?.needs.signed === false && question.needs.atLeast === 1 ? question : null;
}
