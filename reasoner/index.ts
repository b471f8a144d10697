/**
 * The front door of the reasoner room: roles over a provider, and scripted reasoners. Providers
 * that need a package of their own have their own door (`sluice/reasoner/ollama`), so that this one
 * loads none. Nothing here is trusted.
 */
export { abortError, assertNotAborted } from './cancellation.js';
export { MAX_OUTPUT_KEPT, type ReasonerCode, ReasonerError } from './errors.js';
export { type ModelJudge, type ModelJudgeOptions, makeJudge } from './judge.js';
export { makeParser, type ParserOptions } from './parser.js';
export { planFormat } from './plan-format.js';
export { makePlanner, type PlannerOptions } from './planner.js';
export type { Completion, CompletionRequest, CompletionUsage, Provider } from './provider.js';
export { failingPlanner, type PlannerFailure } from './providers/failing-planner.js';
export {
  type ParseScript,
  type PlanScript,
  type ScriptedParser,
  type ScriptedPlanner,
  scriptedParser,
  scriptedPlanner,
} from './providers/scripted.js';
export { type ScriptedProvider, scriptedProvider } from './providers/scripted-provider.js';
export { type PlanDraft, spliceSteps } from './providers/splice-steps.js';
