/** Turns of the office with a scripted model: what it was shown, and what came of it. */

import type { RunResult } from '../../hosts/index.js';
import { nodeClock } from '../../hosts/index.js';
import {
  type ConversationProvider,
  type ConversationScript,
  runTurn,
  type ScriptedConversation,
  type ScriptedReply,
  scriptedConversation,
  type TurnOptions,
  type TurnOutcome,
} from '../../reasoner/index.js';
import { makeOffice, type Office, type OfficeOptions } from './office.js';

export interface OfficeTurn {
  readonly outcome: TurnOutcome;
  readonly result: RunResult;
  readonly office: Office;
}

/** A reply that calls one tool. */
export function calls(name: string, args: Readonly<Record<string, unknown>> = {}): ScriptedReply {
  return { calls: [{ name, args }] };
}

/** Runs one turn of Alice. */
export async function takeTurn(
  query: string,
  model: ConversationProvider,
  how: { readonly options?: Partial<TurnOptions>; readonly config?: OfficeOptions } = {},
): Promise<OfficeTurn> {
  const office = makeOffice(how.config);
  const session = await office.kernel.open(query);
  const outcome = await runTurn(session, { model, now: () => nodeClock.now(), ...how.options });
  const result = await session.end(outcome.answer);
  return { outcome, result, office };
}

/** The same with a script, which keeps what it was shown. */
export async function playTurn(
  query: string,
  script: ConversationScript,
  how: Parameters<typeof takeTurn>[2] = {},
): Promise<OfficeTurn & { readonly model: ScriptedConversation }> {
  const model = scriptedConversation(script);
  return { ...(await takeTurn(query, model, how)), model };
}

/** Each step in short: what was called, what became of it, why. */
export function stepsOf({ steps }: TurnOutcome): readonly (readonly unknown[])[] {
  return steps.map(({ tool, status, code }) => [tool, status, code]);
}
