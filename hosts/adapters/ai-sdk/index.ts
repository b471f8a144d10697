/** The front door of the adapter for the AI SDK: `sluice/ai-sdk`. */
export {
  type FrameworkApprovals,
  type FrameworkApprovalsOptions,
  frameworkApprovals,
} from '../framework-approvals.js';
export type { StubOptions } from '../offered-tools.js';
export type { Refused } from '../stub-answer.js';
export { type AiSdk, aiTools } from './ai-tools.js';
