/** The talk with one process of a subject: its hello, and one run after another. */
import type { z } from 'zod';
import type { Json } from '../../../schemas/index.js';
import { neutralCase } from '../scene/neutral-case.js';
import type { Case, Ending, Stage } from '../subject.js';
import { broken } from './json-lines.js';
import { SubjectProcess } from './subject-process.js';
import {
  type Ask,
  type Hello,
  helloSchema,
  MAX_LINE_BYTES,
  saidSchema,
  WIRE_VERSION,
} from './wire.js';

/** How long a subject may take. */
export interface SubjectPatience {
  /** Milliseconds from its start to its hello. */
  readonly helloMs: number;
  /** Milliseconds of one run. */
  readonly runMs: number;
}

/** Things that a subject may ask for in one run. */
const MAX_ASKS = 10_000;

interface Waiting<T> {
  readonly done: (value: T) => void;
  readonly fail: (error: unknown) => void;
}

interface OpenRun extends Waiting<Ending> {
  readonly run: number;
  readonly stage: Stage;
  readonly asked: Set<number>;
}

export class SubjectTalk {
  readonly #process: SubjectProcess;
  readonly #patience: SubjectPatience;
  #greeting: Waiting<Hello> | null = null;
  #open: OpenRun | null = null;
  #failure: unknown = null;
  #timer: NodeJS.Timeout | undefined;
  #runs = 0;

  constructor(command: string, args: readonly string[], patience: SubjectPatience) {
    this.#patience = patience;
    this.#process = new SubjectProcess(command, args, {
      heard: (value) => this.#hear(value),
      lost: (error) => this.#lose(error),
    });
  }

  /** Whether it ended, and somebody was told why. */
  get isSpent(): boolean {
    return this.#process.isOver && this.#failure === null;
  }

  /** Waits for the hello. @throws HostError `subject_unavailable`, `protocol_broken` */
  hello(): Promise<Hello> {
    return this.#wait(this.#patience.helloMs, 'said no hello', (waiting: Waiting<Hello>) => {
      this.#greeting = waiting;
    });
  }

  /** Makes one run. @throws HostError `protocol_broken` */
  play(given: Case, stage: Stage): Promise<Ending> {
    this.#runs += 1;
    const run = this.#runs;
    return this.#wait(this.#patience.runMs, 'did not end the run', (waiting: Waiting<Ending>) => {
      this.#open = { run, stage, asked: new Set(), ...waiting };
      this.#process.say({ v: WIRE_VERSION, run, case: neutralCase(given) });
    });
  }

  close(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#process.close();
  }

  #wait<T>(ms: number, what: string, begin: (waiting: Waiting<T>) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const failure = this.#takeFailure();
      if (failure !== null) return reject(failure);
      this.#timer = setTimeout(() => {
        this.#process.fail(broken(`the subject ${what} within ${ms} ms`));
      }, ms);
      begin({ done: resolve, fail: reject });
    });
  }

  /** What went wrong while nobody waited. */
  #takeFailure(): unknown {
    const failure = this.#failure;
    this.#failure = null;
    return failure;
  }

  #hear(value: Json): void {
    const greeting = this.#greeting;
    if (greeting !== null) {
      const { hello } = fitting(helloSchema, value, 'no hello of version 1');
      this.#greeting = null;
      clearTimeout(this.#timer);
      return greeting.done(hello);
    }
    const said = fitting(saidSchema, value, 'no message of version 1');
    const open = this.#open;
    if (open === null || said.run !== open.run)
      throw broken(`the subject speaks of run ${said.run}, which is not on`);
    if ('ask' in said) return this.#asked(said, open);
    this.#open = null;
    clearTimeout(this.#timer);
    if ('failed' in said) open.fail(broken('the subject says that it failed'));
    else open.done(said.end);
  }

  #asked(ask: Ask, open: OpenRun): void {
    const { run, id } = ask;
    if (open.asked.has(id)) throw broken(`the subject asks twice under id ${id}`);
    if (open.asked.size >= MAX_ASKS) throw broken(`the subject asks more than ${MAX_ASKS} times`);
    open.asked.add(id);
    void answerTo(ask, open.stage).then((text) => {
      if (this.#open !== open) return;
      const answer = text === null ? { error: true } : { answer: JSON.parse(text) as Json };
      this.#process.say({ run, id, ...answer });
    });
  }

  #lose(error: unknown): void {
    clearTimeout(this.#timer);
    const waiting = this.#greeting ?? this.#open;
    this.#greeting = null;
    this.#open = null;
    if (waiting === null) this.#failure = error;
    else waiting.fail(error);
  }
}

function fitting<T>(schema: z.ZodType<T>, value: Json, otherwise: string): T {
  const { data, success, error } = schema.safeParse(value);
  if (success) return data;
  const at = error.issues[0]?.path.join('.') ?? '';
  throw broken(
    `the subject says what is ${otherwise}${at === '' ? '' : `: at \`${at.slice(0, 100)}\``}`,
  );
}

/** The answer as JSON text; null where what was asked failed. */
async function answerTo(ask: Ask, stage: Stage): Promise<string | null> {
  try {
    const text = JSON.stringify((await asked(ask, stage)) ?? null);
    return text === undefined || Buffer.byteLength(text) > MAX_LINE_BYTES - 256 ? null : text;
  } catch {
    return null;
  }
}

function asked(ask: Ask, stage: Stage): unknown {
  switch (ask.ask) {
    case 'admit':
      return stage.admit(ask.call, ask.tool, ask.evidence);
    case 'call':
      return stage.call(ask.call, ask.tool, ask.args);
    case 'plan':
      return stage.plan(ask.sees, ask.content);
    case 'parse':
      return stage.parse(ask.sees, ask.schema, ask.source);
    case 'rule':
      return stage.ask(ask.tool);
  }
}
