/** The front door for an embedder: define tools, create a kernel, run queries, read the answer. */

export {
  ApprovalBroker,
  type ApproverKeys,
  AuditChain,
  type AuditReport,
  appendCheckpoint,
  type ChainOptions,
  type ClientEnd,
  type ClientMoment,
  type ClientObserver,
  type ClientOptions,
  type ClientSession,
  type ClientTrust,
  compileGuardrails,
  type DefinitionInput,
  declassify,
  defineTool,
  EffectDenied,
  type Fact,
  isTainted,
  type JudgeFunction,
  type JudgeOptions,
  KernelFault,
  labelTreeOf,
  type Observation,
  type ObservedDecision,
  PLAN_TOOL,
  type PlanApproval,
  type PlannedQuery,
  type PlanPreview,
  PlanRejected,
  type PlanRuling,
  type RunResult,
  requestLines,
  type SchemaInput,
  type Suspended,
  type SuspendOptions,
  type Suspension,
  type Tainted,
  type Tool,
  type ToolCallContext,
  type ToolRun,
  type TrustedQuery,
  trustQuery,
  verifyAudit,
} from '../kernel/index.js';
export type { TurnKind } from '../reasoner/index.js';
export type { TextPaint as PreviewPaint } from './answer/text-paint.js';
export { type ApprovalFile, openApprovalStore } from './approvals/approvals-store.js';
export { approverName } from './approvals/approver-name.js';
export { type HttpFace, type HttpFaceOptions, serveApprovals } from './approvals/http-face.js';
export type { RulingDesk } from './approvals/ruling-desk.js';
export { type TerminalApproverOptions, terminalApprover } from './approvals/terminal-approver.js';
export { keepCheckpoint, keptCheckpoints, readCheckpoints } from './audit/checkpoint-file.js';
export { type Resolution, resolveCall } from './audit/resolve-call.js';
export { type Catalogue, type CatalogueOptions, openCatalogue } from './catalogue/catalogue.js';
export type { Executor } from './catalogue/executor.js';
export type { LaunchFailure } from './catalogue/launch/launcher.js';
export type { SecretFunction, SecretSource } from './catalogue/launch/secret-source.js';
export type { Manifest } from './catalogue/manifest.js';
export { readManifest } from './catalogue/manifest-text.js';
export type { ExecutorScope, Hints, ScopeBound } from './catalogue/scope/executor-scope.js';
export { scopeLayer } from './catalogue/scope/scope-layer.js';
export { type SignedExecutor, signExecutor } from './catalogue/sign-folder.js';
export type { Rejected } from './catalogue/trusted-keys.js';
export { type ClassCell, type ClassRow, type Coverage, classCoverage } from './class-coverage.js';
export { createKernel, type Kernel } from './create-kernel.js';
export { HostError } from './errors.js';
export {
  type Adapter,
  adapters,
  type HonestyFlag,
  type HonestyRow,
  honestyFlags,
  honestyRows,
} from './honesty.js';
export { honestyText } from './honesty-text.js';
export { parseStrictJson, type StrictJsonLimits } from './json/strict-json.js';
export type {
  KernelConfig,
  KernelPorts,
  PlanOptions,
  PreviewOptions,
  QueryOptions,
} from './kernel-config.js';
export {
  type KeySigner,
  type KeyVerifier,
  type MadeKey,
  makeKeyFile,
  signerOf,
  verifierOf,
} from './keys/key-file.js';
export type { KeyPurpose } from './keys/key-purpose.js';
export { nodePathResolver } from './node/path-resolver.js';
export { nodeCallScope, nodeClock, nodeRandom, nodeTimer } from './node/ports.js';
export { type ObserveLog, type ObserveLogOptions, openObserveLog } from './observe/observe-log.js';
export { type ObserveToolOptions, observeTool } from './observe/observe-tool.js';
export type { ObservedCall, ToolStanding } from './observe/observed-call.js';
export { parseManagedText, readManagedRules } from './policy/managed-file.js';
export { parsePolicyText, readPolicyFile } from './policy/policy-file.js';
export {
  type DocumentSource,
  openPolicySource,
  type PolicySourceOptions,
} from './policy/policy-source.js';
export { type PatternMeans, resolvePatterns } from './policy/resolve-patterns.js';
export { openRulesStore, type RulesStore } from './policy/rules-store.js';
export { isCertainlyDenied, previewText } from './preview-text.js';
export { type AnswerOptions, renderAnswer } from './render-answer.js';
export { openScratchpad } from './scratchpad/scratchpad.js';
export type {
  Scratchpad,
  ScratchpadEntry,
  ScratchpadOptions,
  ScratchpadOwner,
} from './scratchpad/scratchpad-shape.js';
export { SCRATCHPAD_CAPABILITY, scratchpadTool } from './scratchpad/scratchpad-tool.js';
export { DEFAULT_SLICE, type ScratchpadSlice, sliceModes } from './scratchpad/slice.js';
export { isLarge, type ScratchpadKind, summaryOf } from './scratchpad/summary.js';
export { parseSettings, readSettings } from './settings/read-settings.js';
export {
  type CapSettings,
  type CatalogueSettings,
  type HybridSettings,
  type ProviderName,
  providerNames,
  type Settings,
  type TierModels,
  type TierSettings,
} from './settings/settings.js';
export { modelName, type NamedTiers, tierModels } from './settings/tier-models.js';
export { bashParser, makeBashParser } from './shell/bash-parser.js';
export { auditLines, auditLinesOfStore } from './stores/audit-lines.js';
export { type FileAudit, type FileAuditOptions, openFileAudit } from './stores/file-audit.js';
export { type MemoryAudit, memoryAuditSink } from './stores/memory-audit.js';
export type { RotateOptions } from './stores/rotate-options.js';
export { openSuspensions, type SuspensionFolder } from './suspended/suspension-folder.js';
export { parseSchemas } from './turns/parse-schemas.js';
export {
  type ReadTurns,
  readTurns,
  type TurnFilter,
  type UnreadLine,
} from './turns/read-turns.js';
export { redactTurn } from './turns/redact-turn.js';
export { type TurnAsked, type TurnHost, takeTurn } from './turns/take-turn.js';
export type { TakenTurn } from './turns/taken-turn.js';
export { type TierProvider, tierProvider } from './turns/tier-provider.js';
export type { TurnConfig } from './turns/turn-kernel.js';
export {
  openTurnLog,
  type TurnLog,
  type TurnLogOptions,
  usualTurnFolder,
} from './turns/turn-log.js';
export type {
  RecordedArgument,
  StepOutcome,
  TurnModels,
  TurnRecord,
  TurnStep,
} from './turns/turn-record.js';
export { type TurnReport, type TurnStepReport, turnModels } from './turns/turn-report.js';
export { openVaglioLog, type VaglioLog, type VaglioLogOptions } from './vaglio/log.js';
export { scrubText } from './vaglio/scrub.js';
export { type OpenVaglioOptions, openVaglio } from './vaglio/vaglio.js';
