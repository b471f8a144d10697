/**
 * The judge role over any provider: a session and a system prompt of its own, one call a step, no
 * memory. Told names, never values; `createKernel` scrubs the intent before it gets here. Its
 * answer can only tighten, and a model that gives nothing usable leaves the call to the user.
 */
import type { Judge, JudgeAnswer, JudgeRequest, PortCall } from '../schemas/index.js';
import { assertNotAborted } from './cancellation.js';
import { completeInTime } from './complete-in-time.js';
import { judgeFallback, readJudgeText } from './judge-answer.js';
import { judgeFormat, judgeSystemPrompt, judgeUserPrompt } from './judge-prompt.js';
import type { Provider } from './provider.js';

export interface ModelJudge extends Judge {
  /** The class of model that the role is made for: between the quick and the wise. */
  readonly tier: 'middle';
  judge(request: JudgeRequest, call: PortCall): Promise<JudgeAnswer>;
}

export interface ModelJudgeOptions {
  /** The most tokens of an answer. Default 120. */
  readonly maxTokens?: number;
  /**
   * Milliseconds after which a model is given up on. Default 20,000; keep it below the kernel's.
   */
  readonly timeoutMs?: number;
  /** The planner's provider, so that records can say where both are one model. */
  readonly planner?: Provider;
}

const TIMEOUT_MS = 20_000;

/** Makes a judge. @throws (from `judge`) cancelled; whatever else fails is a degraded answer */
export function makeJudge(provider: Provider, options: ModelJudgeOptions = {}): ModelJudge {
  const { maxTokens = 120, timeoutMs = TIMEOUT_MS, planner } = options;
  return Object.freeze<ModelJudge>({
    tier: 'middle',
    ...(planner === undefined ? {} : { judgeModelEqualsPlanner: isSameModel(provider, planner) }),
    async judge(request, call) {
      assertNotAborted(call.signal);
      const ask = { request, maxTokens, timeoutMs };
      const text = await textOf(provider, ask, call).catch(() => null);
      assertNotAborted(call.signal);
      return text === null ? judgeFallback('chat failed') : readJudgeText(text);
    },
  });
}

/** Two providers are one model where they are one object, or say the same name. */
function isSameModel(a: Provider, b: Provider): boolean {
  return a === b || (a.model !== undefined && a.model === b.model);
}

interface Ask {
  readonly request: JudgeRequest;
  readonly maxTokens: number;
  readonly timeoutMs: number;
}

/** Asks once. @throws reasoner_timeout, and what the provider throws */
async function textOf(provider: Provider, ask: Ask, call: PortCall): Promise<string> {
  const { request, maxTokens, timeoutMs } = ask;
  const asked = {
    system: judgeSystemPrompt,
    user: judgeUserPrompt(request),
    schema: judgeFormat,
    maxTokens,
  };
  return (await completeInTime(provider, asked, { timeoutMs, call })).text;
}
