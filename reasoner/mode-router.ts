/**
 * How a turn is run: one step at a time with a local model, or all steps at once with a strong one
 * (behaviour T-9, C27). Pure; its answer is no permission. Nothing that a tool returned may stand
 * in its input but whether a turn failed.
 */
import { ReasonerError } from './errors.js';

export const loopModes = Object.freeze(['local', 'online', 'hybrid'] as const);
export const modelTiers = Object.freeze(['fast', 'middle', 'wise'] as const);

/** How the user configured turns. */
export type LoopMode = (typeof loopModes)[number];

/** One model call a step, or one for the whole plan. */
export type LoopShape = 'multistep' | 'single_shot';

/** Which of the configured models (behaviour T-10). */
export type ModelTier = (typeof modelTiers)[number];

export interface TurnNeed {
  readonly mode: LoopMode;
  /** Capabilities of the tools on offer, which depend on the query alone. */
  readonly needed?: readonly string[];
  /** Those for which a hybrid turn goes online, by exact name. */
  readonly criticalCapabilities?: readonly string[];
  /** The same query was tried locally, and that turn failed. */
  readonly failedLocalTurn?: boolean;
  /** Whether a hybrid turn goes online after that. Default: true. */
  readonly escalateAfterFailure?: boolean;
}

export interface TurnRoute {
  readonly loop: LoopShape;
  readonly tier: ModelTier;
  readonly reason: 'mode' | 'critical_capability' | 'failed_local_turn';
}

/**
 * Routes a turn: local steps with the fast model; online one shot with the wise one; hybrid is
 * local unless a critical capability is on offer, or a local turn failed (behaviour T-9).
 * @throws ReasonerError `config_malformed` for a mode that there is not
 */
export function routeTurn(need: TurnNeed): TurnRoute {
  const { mode, needed = [], criticalCapabilities = [] } = need;
  const { failedLocalTurn = false, escalateAfterFailure = true } = need;
  const local = (): TurnRoute => ({ loop: 'multistep', tier: 'fast', reason: 'mode' });
  const online = (reason: TurnRoute['reason']): TurnRoute => ({
    loop: 'single_shot',
    tier: 'wise',
    reason,
  });
  switch (mode) {
    case 'local':
      return local();
    case 'online':
      return online('mode');
    case 'hybrid':
      if (needed.some((name) => criticalCapabilities.includes(name)))
        return online('critical_capability');
      return failedLocalTurn && escalateAfterFailure ? online('failed_local_turn') : local();
    default:
      return unknownMode(mode);
  }
}

function unknownMode(mode: never): never {
  throw new ReasonerError(
    'config_malformed',
    `turns have no mode \`${String(mode).slice(0, 64)}\``,
  );
}

const lines: Readonly<Record<ModelTier, string>> = Object.freeze({
  fast: 'Take the most direct step. If the task is done, answer at once.',
  middle:
    'Before each step, weigh at least one other way to do it. Take the one that touches least.',
  wise: 'Think the whole task through before you act. Look for what could go wrong with each step.',
});

/** What the system prompt of a planner says for its tier (table 0.4 of the behaviour). */
export function tierLine(tier: ModelTier): string {
  return lines[tier];
}
