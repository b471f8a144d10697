/** The tools of a kernel as a framework may be told of them: words and schemas, no callable. */
import type { ClientSession, Tool } from '../../kernel/index.js';
import type { CancelSignal, Json } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { type Refused, stubAnswer } from './stub-answer.js';

/** A tool as a framework is handed it. */
export interface OfferedStub {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly input: object;
  /** A dispatch through the Gate, as the session's client; never throws for what a model sent. */
  readonly call: (args: unknown, signal?: CancelSignal) => Promise<Json | Refused>;
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Makes the stubs of a session; those of one conversation, and of every agent in it, share one.
 * @throws HostError `config_malformed` for a name that model providers do not take
 */
export function offeredStubs(
  session: ClientSession,
  tools: readonly Tool[],
): readonly OfferedStub[] {
  return tools.map(({ name, definition }) => {
    if (!NAME.test(name)) {
      const what = 'takes letters, digits, `_` and `-`, at most 64';
      throw new HostError('config_malformed', `a name that a model is shown ${what}: \`${name}\``);
    }
    return Object.freeze({
      name,
      description: definition.spec.description,
      input: structuredClone(definition.input.jsonSchema),
      call: async (args: unknown, signal?: CancelSignal) =>
        stubAnswer(session, await session.call(name, args, signal ?? null)),
    });
  });
}
