/**
 * The front door for tests of hosts: reasoners that answer from a script, and everything outside of
 * a kernel at its worst, each a port that `createKernel` takes. What the kernel must do then stands
 * at each of them. Nothing here is for use outside of tests.
 */
export {
  type ConversationScript,
  failingPlanner,
  type ParseScript,
  type PlanDraft,
  type PlanScript,
  type ScriptedConversation,
  type ScriptedParser,
  type ScriptedPlanner,
  type ScriptedProvider,
  type ScriptedReply,
  scriptedConversation,
  scriptedParser,
  scriptedPlanner,
  scriptedProvider,
  spliceSteps,
} from '../../reasoner/index.js';
export {
  type Hostile,
  hostileApprovers,
  hostileClocks,
  hostileDeclassifiers,
  hostileRandoms,
  hostileSinks,
} from '../conformance/worst/callback.js';
export { type Aim, type Hijack, hijacks } from '../conformance/worst/hijack.js';
export {
  adversarialJudge,
  type HostileJudgement,
  hostileJudgements,
} from '../conformance/worst/judge.js';
export {
  adversarialParser,
  type Overflow,
  overflowingParser,
  overflows,
  payloads,
} from '../conformance/worst/parser.js';
export {
  adversarialPlanner,
  type Corruption,
  corruptions,
  corruptPlanner,
  doubled,
} from '../conformance/worst/planner.js';
export {
  adversarialReviewer,
  type HostileReview,
  hostileReviews,
} from '../conformance/worst/reviewer.js';
export {
  callsBack,
  type HostileResult,
  hostileResults,
  neverReturns,
} from '../conformance/worst/tool.js';
export type { HostileAnswer } from '../conformance/worst/watcher.js';
