/** The front door of the adapter for the AI SDK: `sluice/ai-sdk`. */
export type { Refused } from '../stub-answer.js';
export { type AiSdk, aiTools } from './ai-tools.js';
