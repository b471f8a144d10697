/**
 * The shapes and the pure algebra of Sluice. No authority, no state, no I/O: safe to import from
 * anywhere.
 */
export {
  type Action,
  type ActionCommand,
  type ArgumentDimension,
  argumentDimensions,
  type Facet,
  type Standing,
} from './action.js';
export {
  type ActionClass,
  type Autonomy,
  actionClasses,
  actionClassOf,
  autonomyLevels,
  type ConversationMode,
  classDefaults,
  conversationModes,
  type RuleDecision,
  type ToolTier,
  tierClasses,
} from './action-class.js';
export {
  APPROVAL_TTL_MS,
  type ApprovalField,
  type ApprovalRequest,
  type ApprovalState,
  type ApprovalSubject,
  type PlannedEffect,
  type Ruling,
  type RulingAnswer,
  type RulingNeeds,
  type RulingRefusal,
  rulingRefusals,
  rulingText,
  type Ticket,
} from './approval.js';
export {
  type AnswerSummary,
  AUDIT_VERSION,
  type AuditBody,
  type AuditHead,
  type AuditKind,
  type AuditRecord,
  type CarriedOver,
  type EffectOutcome,
  GENESIS,
  MAX_RECORD_LINE,
  MAX_RECORD_TEXT,
  type UnsettledCall,
} from './audit-record.js';
export { type Grant, missingFrom, narrowGrant, parseGrant } from './capability.js';
export { type Checkpoint, checkpointText, isCheckpoint, isSignature } from './checkpoint.js';
export { type Code, type CodeFamily, codes } from './codes.js';
export {
  type ComputeFunction,
  type ComputeSignature,
  computeFunctions,
  computeTable,
  signatureOf,
} from './compute.js';
export {
  type Comparison,
  type Condition,
  type ConditionTest,
  type ConditionValue,
  conditionSchema,
  conditionTests,
  MAX_CONDITION_PARTS,
} from './condition.js';
export type { DeclaredEffect, Effect, SomeClasses } from './declared-effect.js';
export {
  type DeclassAnswer,
  type DeclassCondition,
  type DeclassOperand,
  type DeclassPolicy,
  type DeclassRule,
  declassPolicySchema,
  declassRuleSchema,
  type HostOperand,
} from './declass-policy.js';
export {
  type Allowance,
  type CapabilityBudget,
  type GuardrailDocument,
  type GuardrailDocumentInput,
  guardrailDocumentSchema,
  type PolicyTemplate,
  policyTemplates,
  type SoftOverride,
} from './guardrail-document.js';
export {
  type Constraint,
  constraintSchema,
  type Enforcement,
  type GuardrailRule,
  guardrailRuleSchema,
  isRuleScope,
  MAX_PATTERN,
  managedRuleSchema,
  type RuleScope,
} from './guardrail-rule.js';
export { isHexDigest } from './hex-digest.js';
export {
  type Brand,
  type CallId,
  type Capability,
  isName,
  isReservedKey,
  isStepId,
  type RunId,
  type StepId,
} from './ids.js';
export {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonScalar,
  sameJson,
} from './json.js';
export {
  type JudgeAnswer,
  type JudgeContext,
  type JudgeRequest,
  type JudgeVerdict,
  sortedKeys,
  type VerdictEntry,
} from './judge.js';
export type { JudgeKind, Judgement } from './judgement.js';
export { nearHint, unknownKey } from './known-keys.js';
export {
  isAnchoredControl,
  isBelow,
  isCleanControl,
  isReaders,
  isTaintedSource,
  isTrustedSource,
  joinLabel,
  joinLabels,
  type Label,
  makeLabel,
  meetReaders,
  type Readers,
  type Source,
  union,
  unionAll,
  withControl,
} from './label.js';
export {
  branchTree,
  isTreeOf,
  joinTree,
  kidTree,
  type LabelFields,
  type LabelTree,
  liftTree,
  selectTree,
  uniformTree,
} from './label-tree.js';
export { operationalLimits, type RunLimits, unboundedLimits } from './limits.js';
export { isNamedReaders } from './named-readers.js';
export { ownFields } from './own-fields.js';
export {
  type ComputeStep,
  type ConstStep,
  type InnerStep,
  MAX_FAN_OUT,
  MAX_INNER_STEPS,
  type MapStep,
  type MergeStep,
  type ParseStep,
  type Plan,
  planJsonSchema,
  planSchema,
  type Step,
  type SubkernelStep,
  stepSchema,
  type ToolStep,
  type WhenStep,
} from './plan.js';
export type {
  KnownArgument,
  Prediction,
  PreviewArgument,
  PreviewCall,
  PreviewEffect,
  PreviewStop,
  PreviewSubkernel,
  PreviewTool,
  UnknownArgument,
  ValueOrigin,
} from './plan-preview.js';
export type {
  CatalogueSchema,
  CatalogueTool,
  FactName,
  ParseRequest,
  PlannerContext,
  PlanProblem,
} from './planner-context.js';
export { isPointer, type Pointer, pointerSegments, pointerTo } from './pointer.js';
export { isScalarPlace, pointerMisfit } from './pointer-misfit.js';
export type {
  ApprovalStore,
  Approver,
  AuditRefusal,
  AuditSink,
  CallScope,
  CancelSignal,
  Clock,
  HostDeclassifier,
  Judge,
  Parser,
  PathResolver,
  Planner,
  PolicySnapshot,
  PolicySource,
  PortCall,
  Random,
  ResolvedPath,
  Reviewer,
  ShellParser,
  Signer,
  StoredTicket,
  SuspensionStore,
  Timer,
  VerdictLog,
  Verifier,
} from './ports.js';
export { builtInsWereFrozen } from './realm.js';
export type {
  Arg,
  EachRef,
  FactRef,
  ItemRef,
  Operand,
  RecordArg,
  Ref,
} from './reference.js';
export {
  MAX_REVIEW_TEXT,
  REDACTED,
  type ReviewAnswer,
  type ReviewReason,
  type ReviewRequest,
  reviewReasons,
} from './review.js';
export type { EffectRecord, RunProblem, RunStatus } from './run-result.js';
export { readSafetyMode, type SafetyAlias, type SafetyMode, safetyModes } from './safety-mode.js';
export type {
  ShellAssignment,
  ShellCommand,
  ShellNode,
  ShellParse,
  ShellPart,
  ShellRedirect,
  ShellWord,
} from './shell.js';
export {
  type ArgSpec,
  argsLeaveBoundary,
  type DeclaredTool,
  type ItemCondition,
  mayOverlap,
  type RecipientSpec,
  type ResultSpec,
  type ToolSpec,
  type ToolSpecInput,
  toolSpecSchema,
} from './tool-spec.js';
export type { TraceBody, TraceEvent } from './trace-event.js';
export {
  type Asked,
  type FragmentReport,
  type SizeBucket,
  type StepHandle,
  type StepStatus,
  sizeBuckets,
  stepStatuses,
  type TurnAnswer,
  type TurnContext,
  type TurnSession,
} from './turn.js';
export {
  type Denial,
  type Disclosure,
  joinOutcome,
  type Obligation,
  type Outcome,
  type RefusedEdge,
  type Remedy,
  type RemedyMove,
  type RulesNote,
  type StageAnswer,
  type StageName,
  stageNames,
} from './verdict.js';
