/**
 * The front door of the reasoner room: roles over a provider, and scripted reasoners. Providers
 * that need a package of their own have their own doors (`sluice/reasoner/ollama`,
 * `sluice/reasoner/ai-sdk`), so that this one loads none. Nothing here is trusted.
 */
export { askConversation, conversationBounds } from './ask-conversation.js';
export { abortError, assertNotAborted } from './cancellation.js';
export type {
  AskedCall,
  ConversationProvider,
  ConversationRequest,
  Message,
  OfferedTool,
  Reply,
} from './conversation.js';
export { MAX_OUTPUT_KEPT, type ReasonerCode, ReasonerError } from './errors.js';
export { type ModelJudge, type ModelJudgeOptions, makeJudge } from './judge.js';
export {
  type LoopMode,
  type LoopShape,
  loopModes,
  type ModelTier,
  modelTiers,
  routeTurn,
  type TurnNeed,
  type TurnRoute,
  tierLine,
} from './mode-router.js';
export { makeParser, type ParserOptions } from './parser.js';
export { planFormat } from './plan-format.js';
export { makePlanner, type PlannerOptions } from './planner.js';
export {
  type AdaptiveK,
  adaptiveK,
  type KBounds,
  type KReason,
} from './prefilter/adaptive-k.js';
export {
  makePrefilter,
  type Prefilter,
  type PrefilterCandidate,
  type RankedTool,
  type Ranking,
  rankTools,
} from './prefilter/prefilter.js';
export { tokenize } from './prefilter/tokenize.js';
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
export {
  type ConversationScript,
  type ScriptedConversation,
  type ScriptedReply,
  scriptedConversation,
} from './providers/scripted-conversation.js';
export { type ScriptedProvider, scriptedProvider } from './providers/scripted-provider.js';
export { type PlanDraft, spliceSteps } from './providers/splice-steps.js';
export { type ModelReviewer, type ModelReviewerOptions, makeReviewer } from './reviewer.js';
export { isLong, reservedArguments } from './turn-loop/offered.js';
export { runSingleShot, type SingleShotOptions } from './turn-loop/single-shot.js';
export { defaultCaps, runTurn, type TurnCaps, type TurnOptions } from './turn-loop/turn-loop.js';
export {
  type TurnArgument,
  type TurnKind,
  type TurnOutcome,
  type TurnStep,
  turnKinds,
} from './turn-loop/turn-outcome.js';
