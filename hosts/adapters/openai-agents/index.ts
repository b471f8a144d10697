/** The front door of the adapter for the OpenAI Agents SDK: `sluice/openai-agents`. */
export type { Refused } from '../stub-answer.js';
export { type AgentsSdk, agentTools } from './agent-tools.js';
