/** The front door of the adapter for LangChain and LangGraph: `sluice/langchain`. */
export {
  type FrameworkApprovals,
  type FrameworkApprovalsOptions,
  frameworkApprovals,
} from '../framework-approvals.js';
export type { StubOptions } from '../offered-tools.js';
export type { Refused } from '../stub-answer.js';
export { chainTools, type LangChain } from './chain-tools.js';
export type { ChainAnswer, ChainQuestion } from './decisions.js';
