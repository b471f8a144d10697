/**
 * The planner role over any provider. Untrusted: it returns whatever JSON value the model wrote;
 * the kernel decides whether that is a plan. It never retries: the one repair round is the kernel's
 * to ask for.
 */
import type { Planner } from '../schemas/index.js';
import { askProvider } from './ask-provider.js';
import { ReasonerError } from './errors.js';
import { parseJsonText } from './json-text.js';
import { planFormat } from './plan-format.js';
import { plannerSystemPrompt, plannerUserPrompt } from './planner-prompt.js';
import type { Provider } from './provider.js';

export interface PlannerOptions {
  /** The most tokens of a plan. Default 4096. */
  readonly maxTokens?: number;
  /** How a model of its tier should go about it, in a sentence; put before the rules of plans. */
  readonly advice?: string;
}

/**
 * Makes a planner. Its errors `reasoner_output_invalid` and `reasoner_output_truncated` carry the
 * model's own text in `output`. @throws (from `plan`) any reasoner code, cancelled
 */
export function makePlanner(provider: Provider, options: PlannerOptions = {}): Planner {
  const { maxTokens = 4096, advice } = options;
  const system = advice === undefined ? plannerSystemPrompt : `${advice}\n\n${plannerSystemPrompt}`;
  return Object.freeze<Planner>({
    async plan(context, call) {
      const { text, truncated } = await askProvider(provider, {
        system,
        user: plannerUserPrompt(context),
        schema: planFormat(context),
        maxTokens,
        signal: call.signal,
      });
      if (truncated) {
        const message = 'the output of the planner was cut off';
        throw new ReasonerError('reasoner_output_truncated', message, { output: text });
      }
      const parsed = parseJsonText(text);
      if (parsed.ok) return parsed.value;
      const message = 'the output of the planner is not one JSON value';
      throw new ReasonerError('reasoner_output_invalid', message, { output: text });
    },
  });
}
