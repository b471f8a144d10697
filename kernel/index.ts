/**
 * The front door of the kernel. It withholds what would let a caller go round the Gate: the
 * callable of a tool, the minting of labels and permits, and the second half of every pair (mint,
 * open). `declassify` is the one loud way out.
 */
export { ApprovalBroker, type BrokerParts, isBroker } from './approval/broker.js';
export { memoryApprovals } from './approval/memory-store.js';
export type { PlanApproval } from './approval/plan-approval.js';
export { PLAN_TOOL } from './approval/plan-request.js';
export { requestLines } from './approval/render.js';
export type { ApproverKeys } from './approval/ruling.js';
export { type AuditEntry, auditLine } from './audit/audit-line.js';
export type {
  AuditProblem,
  AuditProblemKind,
  AuditReport,
  AuditSegment,
  OpenCall,
  SignedPart,
  TornTail,
} from './audit/audit-report.js';
export {
  AuditChain,
  appendAudit,
  appendCheckpoint,
  type ChainOptions,
  isAuditChain,
  isRendered,
} from './audit/chain.js';
export { type VerifyOptions, verifyAudit } from './audit/verify.js';
export type { ClientTrust } from './client/client-label.js';
export { ClientObserver } from './client/client-observer.js';
export type { ClientOptions } from './client/client-options.js';
export { type ClientEnd, type ClientMoment, ClientSession } from './client/client-session.js';
export type { ValueBounds } from './client/client-values.js';
export type { Observation, ObservedDecision } from './client/observation.js';
export type { Fact } from './context/facts.js';
export { EffectDispatcher } from './effects/dispatcher.js';
export { defineTool, type Tool, type ToolCallContext, type ToolRun } from './effects/tool-run.js';
export { type WhatIfAnswer, type WhatIfCall, whatIf } from './effects/what-if.js';
export { EffectDenied, KernelFault, PlanRejected } from './errors.js';
export { Gate, type GateOptions } from './gate/gate.js';
export { type JudgeOptions, makeJudgeLayer } from './gate/judge-layer.js';
export type { AskedOutside, GateLayer, SaidSoFar } from './gate/layer.js';
export { makeReviewLayer, type ReviewOptions } from './gate/review-layer.js';
export { type Engine, type EngineParts, makeEngine } from './interpreter/engine.js';
export { type OpenSession, openSession, type SessionOptions } from './interpreter/open-session.js';
export { type PlannedQuery, type PlanOptions, planQuery } from './interpreter/plan-query.js';
export { type ResumeOptions, resumeRun } from './interpreter/resume-run.js';
export { type RunOptions, type RunResult, runQuery } from './interpreter/run.js';
export { type Suspended, type SuspendOptions, suspendRun } from './interpreter/suspend-run.js';
export type { Watch } from './interpreter/watch.js';
export {
  type ActionMeans,
  actionOf,
  type ReadAction,
} from './policy/action-of.js';
export {
  autonomyOf,
  type DelegationRequest,
  delegationRefusal,
  MAX_DELEGATION_DEPTH,
} from './policy/delegation.js';
export type { FollowedPaths } from './policy/followed-facet.js';
export { compileGuardrails, type Guardrails, isGuardrails } from './policy/guardrails.js';
export { makePairRate, type PairRate } from './policy/pair-rate.js';
export {
  MAX_REMEMBER_MS,
  type RememberRequest,
  rememberedRule,
} from './policy/remember.js';
export {
  isRememberRefusal,
  type RememberProblem,
  type RememberRefusal,
} from './policy/remember-refusal.js';
export {
  OVERRIDE,
  OVERRIDE_MANAGED,
  type PolicyQuestion,
  resolveAction,
} from './policy/resolve.js';
export type { Ruled, RuleSource, Say } from './policy/ruled.js';
export { instantText, ruleSentence } from './policy/sentence.js';
export { templateRules } from './policy/templates.js';
export { approvePlan, type PlanRuling } from './preview/approve-plan.js';
export type { PlanPreview } from './preview/plan-preview.js';
export { type PreviewOptions, previewPlan } from './preview/preview-plan.js';
export { declassify, isTainted, labelTreeOf, type Tainted } from './provenance/tainted.js';
export { type TrustedQuery, trustQuery } from './provenance/trusted-query.js';
export {
  defaultBounds,
  type SnapshotBounds,
  SnapshotRefused,
  snapshot,
} from './snapshot/snapshot.js';
export type { Suspension } from './suspension/suspension.js';
export type { DefinitionInput, ToolDefinition } from './tools/definition.js';
export {
  type ForeignSchema,
  makeValidator,
  type SchemaInput,
  type Validator,
} from './tools/validator.js';
export { type Judging, makeJudging } from './vaglio/judging.js';
export { type JudgeFunction, makeVaglio, type VaglioOptions } from './vaglio/verdict.js';
