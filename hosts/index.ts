/** The front door for an embedder: define tools, create a kernel, run queries, read the answer. */
export {
  AuditChain,
  type AuditReport,
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
  PlanRejected,
  type RunResult,
  type SchemaInput,
  type Tainted,
  type Tool,
  type ToolCallContext,
  type ToolRun,
  type TrustedQuery,
  trustQuery,
  verifyAudit,
} from '../kernel/index.js';
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
export type { KernelConfig, KernelPorts, QueryOptions } from './kernel-config.js';
export { nodePathResolver } from './node/path-resolver.js';
export { nodeCallScope, nodeClock, nodeRandom, nodeTimer } from './node/ports.js';
export { parseManagedText, readManagedRules } from './policy/managed-file.js';
export { parsePolicyText, readPolicyFile } from './policy/policy-file.js';
export {
  type DocumentSource,
  openPolicySource,
  type PolicySourceOptions,
} from './policy/policy-source.js';
export { type PatternMeans, resolvePatterns } from './policy/resolve-patterns.js';
export { openRulesStore, type RulesStore } from './policy/rules-store.js';
export { type AnswerOptions, renderAnswer } from './render-answer.js';
export { bashParser, makeBashParser } from './shell/bash-parser.js';
export { auditLines } from './stores/audit-lines.js';
export { type FileAudit, type FileAuditOptions, openFileAudit } from './stores/file-audit.js';
export { type MemoryAudit, memoryAuditSink } from './stores/memory-audit.js';
export { openVaglioLog, type VaglioLog, type VaglioLogOptions } from './vaglio/log.js';
export { scrubText } from './vaglio/scrub.js';
export { type OpenVaglioOptions, openVaglio } from './vaglio/vaglio.js';
