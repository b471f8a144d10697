/**
 * The life of an executor: one envelope in, one answer out, then the end of the process whatever is
 * still open (behaviour T-5). Whatever goes wrong is an answer too, with exit code 0.
 */
import type * as z from 'zod/mini';
import { type Envelope, readEnvelope } from './envelope.js';
import { quoted, Refusal, refusalText } from './refusal.js';

/** One call as an executor sees it. */
export interface ExecutorCall<Args> {
  readonly args: Args;
  /** The user's home, an absolute path; null where the host names none. */
  readonly home: string | null;
  /** What bounds a capability; throws a `Refusal` where the host gave nothing. */
  hints(capability: string): readonly string[];
  /** A secret of the manifest; throws a `Refusal` where the host gave none. */
  secret(name: string): string;
}

export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string };

/** Reads the call, checks its arguments by `shape`, runs it, writes the answer and ends. */
export async function runExecutor<Shape extends z.ZodMiniType>(
  shape: Shape,
  run: (call: ExecutorCall<z.output<Shape>>) => unknown,
): Promise<void> {
  let isOver = false;
  const end = (answer: Answer): void => {
    // One answer, whatever fails while it is being written.
    if (isOver) return;
    isOver = true;
    process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
  };
  process.on('uncaughtException', (error) => end({ ok: false, error: refusalText(error) }));
  let answer: Answer;
  try {
    const envelope = await readEnvelope(process.stdin);
    const args = argumentsOf(shape, envelope);
    answer = { ok: true, value: await run({ args, ...meansOf(envelope) }) };
  } catch (error) {
    answer = { ok: false, error: refusalText(error) };
  }
  end(answer);
}

function argumentsOf<Shape extends z.ZodMiniType>(
  shape: Shape,
  { args }: Envelope,
): z.output<Shape> {
  const parsed = shape.safeParse(args);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.map(String).join('/') ?? '';
  throw new Refusal(`the arguments do not fit at ${quoted(`/${at}`)}; see the manifest's [input]`);
}

function meansOf({ scope, secrets, home }: Envelope): Omit<ExecutorCall<unknown>, 'args'> {
  const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
    record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
  return {
    home: home ?? null,
    hints(capability) {
      const hints = own(scope, capability) ?? [];
      if (hints.length > 0) return hints;
      throw new Refusal(`nothing is granted for ${quoted(capability)}; the host must give hints`);
    },
    secret(name) {
      const secret = own(secrets, name);
      if (secret !== undefined) return secret;
      throw new Refusal(`the secret ${quoted(name)} was not given; the host must resolve it`);
    },
  };
}
