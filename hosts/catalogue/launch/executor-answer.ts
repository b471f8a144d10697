/**
 * What an executor printed, read as the one JSON object of its protocol (behaviour T-5). What it
 * says is content; a secret in it, anywhere, takes all of it away. Upholds INV-K4, INV-K5.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../schemas/index.js';
import { HostError } from '../../errors.js';
import { parseStrictJson } from '../../json/strict-json.js';
import type { ChildEnd } from './child-group.js';
import { ExecutorFailure } from './executor-failure.js';
import { holdsSecret } from './secret-leak.js';

const endings = Object.freeze({
  timeout: 'executor_timeout',
  cancelled: 'cancelled',
  too_large: 'executor_output_too_large',
  unstartable: 'executor_unavailable',
} as const);

type Answer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: string };

/**
 * Reads how a launch ended.
 * @throws ExecutorFailure for everything but a value
 */
export function answerOf(end: ChildEnd, secrets: readonly string[]): Json {
  const printed = end.ending === 'exited' ? parsed(end.stdout) : null;
  const said = Buffer.concat([end.stdout, Buffer.from('\n'), end.stderr]);
  // INV-K4: raw, decoded or in base64.
  if (holdsSecret(said, printed, secrets)) throw new ExecutorFailure('executor_leaked_secret');
  if (end.ending !== 'exited') throw new ExecutorFailure(endings[end.ending], complaint(end));
  const answer = asAnswer(printed);
  if (answer?.ok === false) throw new ExecutorFailure('executor_failed', answer.error);
  if (end.exitCode !== 0) throw new ExecutorFailure('executor_crashed', complaint(end));
  // INV-K5: what is no answer is no result either.
  if (answer === null) throw new ExecutorFailure('executor_output_invalid', complaint(end));
  return answer.value;
}

/** Null where it is no JSON; an answer is never null. */
function parsed(stdout: Buffer): JsonObject | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(stdout);
    const value = parseStrictJson(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof HostError || error instanceof TypeError) return null;
    throw error;
  }
}

function asAnswer(printed: JsonObject | null): Answer | null {
  if (printed === null || Object.keys(printed).length !== 2) return null;
  const { ok, value, error } = printed;
  if (ok === true && value !== undefined) return { ok, value };
  return ok === false && typeof error === 'string' ? { ok, error } : null;
}

/** What stderr holds, and else what stdout does: for whoever mends it, as content. */
function complaint({ ending, stdout, stderr }: ChildEnd): string {
  if (stderr.length > 0) return stderr.toString('utf8');
  // What was cut off may end within a secret.
  return ending === 'exited' ? stdout.subarray(0, 4096).toString('utf8') : '';
}
