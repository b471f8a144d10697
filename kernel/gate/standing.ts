/** Where the calls of a gate stand: whose rules apply, and how much is left to the agent. */
import {
  type Autonomy,
  autonomyLevels,
  type ConversationMode,
  conversationModes,
  type SafetyMode,
  type Standing,
  safetyModes,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';

export interface StandingOptions {
  /** Whose rules apply: the space and the agent, where there are such. */
  readonly space?: string | null;
  readonly agent?: string | null;
  /** What kind of talk is going on. Default: `chat`. */
  readonly mode?: ConversationMode;
  /** Leaves less to the agent than the policy does; never more. */
  readonly autonomy?: Autonomy | null;
  /** How much is asked beside the policy. Default: `normal`. */
  readonly safety?: SafetyMode;
}

/** Reads the standing of a gate. @throws KernelFault `config_malformed` for a word of no list */
export function standingOf(given: StandingOptions): Standing {
  const { space = null, agent = null, mode = 'chat', autonomy = null, safety = 'normal' } = given;
  if (!conversationModes.includes(mode)) throw unknownWord('mode', conversationModes);
  if (autonomy !== null && !autonomyLevels.includes(autonomy))
    throw unknownWord('autonomy', autonomyLevels);
  if (!safetyModes.includes(safety)) throw unknownWord('safety', safetyModes);
  // Nothing in a run is the user's own click.
  return freeze({ space, agent, mode, autonomy, safety, isOperator: false });
}

function unknownWord(key: string, known: readonly string[]): KernelFault {
  return new KernelFault('config_malformed', `\`${key}\` is none of ${known.join(', ')}`);
}
