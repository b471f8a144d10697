/** The other side of the protocol: a subject of this process, played by a kit in another one. */
import type { Readable, Writable } from 'node:stream';
import { caseOfNeutral } from '../scene/neutral-case.js';
import type { Answer, Case, Stage, Subject } from '../subject.js';
import { broken, JsonLines } from './json-lines.js';
import { helloOf, toldSchema } from './wire.js';

interface Pending {
  readonly done: (answer: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** The stage as the kit shows it through the pipe. */
class FarStage {
  readonly #say: (message: object) => void;
  readonly #run: number;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;

  constructor(run: number, say: (message: object) => void) {
    this.#run = run;
    this.#say = say;
  }

  /** Takes an answer. */
  told(id: number, message: { readonly answer: unknown } | { readonly error: true }): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) throw broken(`nothing was asked under id ${id}`);
    this.#pending.delete(id);
    if ('error' in message) pending.fail(new Error('what was asked for failed'));
    else pending.done(message.answer);
  }

  /** Nothing will be answered any more. */
  drop(): void {
    for (const { fail } of this.#pending.values()) fail(new Error('the kit is gone'));
    this.#pending.clear();
  }

  stage(): Stage {
    return {
      admit: async (call, tool, evidence) => {
        await this.#ask({ ask: 'admit', call, tool, evidence });
      },
      call: (call, tool, args) => this.#ask({ ask: 'call', call, tool, args }),
      plan: (sees, content) => this.#ask({ ask: 'plan', sees, content }),
      parse: (sees, schema, source) => this.#ask({ ask: 'parse', sees, schema, source }),
      ask: async (tool) => answerOf(await this.#ask({ ask: 'rule', tool })),
    };
  }

  #ask(what: object): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((done, fail) => {
      this.#pending.set(id, { done, fail });
      this.#say({ run: this.#run, id, ...what });
    });
  }
}

function answerOf(answer: unknown): Answer {
  return answer === 'allow' || answer === 'other' ? answer : 'deny';
}

/**
 * Serves a subject by the protocol until the input ends. The subject is told of the kit's time in
 * no other way than by answers: let it wait at least as long for a tool as a pipe may take.
 * @throws HostError `protocol_broken` where the input breaks the protocol
 */
export async function serveSubject(
  subject: Subject,
  input: Readable,
  output: Writable,
): Promise<void> {
  const runs = new Map<number, FarStage>();
  let isOpen = true;
  const say = (message: object): void => {
    if (isOpen) output.write(`${JSON.stringify(message)}\n`);
  };
  // A kit that is gone reads nothing more.
  output.on('error', () => {
    isOpen = false;
  });
  const play = async (run: number, given: Case): Promise<void> => {
    const far = new FarStage(run, say);
    runs.set(run, far);
    try {
      say({ run, end: await subject.play(given, far.stage()) });
    } catch {
      say({ run, failed: true });
    }
    far.drop();
    runs.delete(run);
  };
  say({ hello: helloOf(subject.name, subject.takes) });
  const lines = new JsonLines();
  try {
    for await (const bytes of input) {
      for (const value of lines.read(Buffer.from(bytes))) {
        const { data, success } = toldSchema.safeParse(value);
        if (!success) throw broken('the kit says what is no message of version 1');
        if ('case' in data) void play(data.run, caseOfNeutral(data.case));
        else runs.get(data.run)?.told(data.id, data);
      }
    }
  } finally {
    isOpen = false;
    for (const far of runs.values()) far.drop();
  }
}
