/** The front door for an embedder: define tools, create a kernel, run queries, read the answer. */
export {
  declassify,
  defineTool,
  EffectDenied,
  type Fact,
  KernelFault,
  PlanRejected,
  type RunResult,
  type Tool,
  type ToolCallContext,
  type ToolRun,
  trustQuery,
} from '../kernel/index.js';
export {
  createKernel,
  type Kernel,
  type KernelConfig,
  type KernelPorts,
  type QueryOptions,
} from './create-kernel.js';
export { HostError } from './errors.js';
export { parseStrictJson } from './json/strict-json.js';
export { nodeCallScope, nodeClock, nodeRandom, nodeTimer } from './node/ports.js';
export { openFileAudit } from './stores/file-audit.js';
export { memoryAuditSink } from './stores/memory-audit.js';
