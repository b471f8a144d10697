/** The front door of the adapter for LangChain JS: `sluice/langchain`. */
export type { Refused } from '../stub-answer.js';
export { chainTools, type LangChain } from './chain-tools.js';
