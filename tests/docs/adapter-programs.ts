/**
 * The programs of docs/guides/adapters.md: its tools, the block of one framework, and before them
 * what the guide leaves to its reader, a model and a user.
 */
import { transform } from 'esbuild';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';

export const adapterNames = ['ai-sdk', 'openai-agents', 'langchain'] as const;
export type AdapterName = (typeof adapterNames)[number];

const user = `
const askUser = (name: string, args: unknown): boolean => {
  console.log('asked', name, JSON.stringify(args));
  return true;
};
const mail = { to: 'bob@example.org', body: 'See you at six.' };
`;

/** Reads the mail, sends one, and says so: in the words of each framework. */
const models: Readonly<Record<AdapterName, string>> = {
  'ai-sdk': `
import { MockLanguageModelV3 } from 'ai/test';
const call = (toolCallId: string, toolName: string, input: object) =>
  ({ type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) }) as const;
const said = [call('1', 'read_inbox', {}), call('2', 'send_email', mail)];
const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
let at = 0;
const model = new MockLanguageModelV3({
  doGenerate: async () => {
    const next = said[at++] ?? ({ type: 'text', text: 'Sent.' } as const);
    const unified = next.type === 'text' ? 'stop' : 'tool-calls';
    return {
      content: [next],
      finishReason: { unified, raw: unified },
      usage: { inputTokens: tokens, outputTokens: tokens },
      warnings: [],
    };
  },
});
`,
  'openai-agents': `
import { type Model, setTracingDisabled, Usage } from '@openai/agents';
setTracingDisabled(true);
const call = (callId: string, name: string, input: object) =>
  ({ type: 'function_call', callId, name, status: 'completed', arguments: JSON.stringify(input) }) as const;
const said = [call('1', 'read_inbox', {}), call('2', 'send_email', mail)];
let at = 0;
const model: Model = {
  async getResponse() {
    const content = [{ type: 'output_text' as const, text: 'Sent.' }];
    const end = { type: 'message', role: 'assistant', status: 'completed', content } as const;
    return { usage: new Usage(), output: [said[at++] ?? end] };
  },
  getStreamedResponse() {
    throw new Error('nobody streams here');
  },
};
`,
  langchain: `
import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
const model = fakeModel()
  .respondWithTools([{ name: 'read_inbox', args: {} }])
  .respondWithTools([{ name: 'send_email', args: mail }])
  .respond(new AIMessage('Sent.'));
`,
};

/** What each of them prints. */
export const printed = `asked send_email {"to":"bob@example.org","body":"See you at six."}
sent to bob@example.org
Sent.
`;

/** The program of one framework, with a model of another version's ways where there is one. */
export function adapterProgram(name: AdapterName, model = models[name]): string {
  const blocks = docBlocks(readText('docs/guides/adapters.md'));
  const texts = ['tools', name].map((wanted) => blocks.find(({ meta }) => meta === wanted)?.text);
  return [user, model, ...texts].join('\n');
}

/** The same, without its types. */
export async function adapterScript(name: AdapterName): Promise<string> {
  const options = { loader: 'ts', format: 'esm', target: 'node20' } as const;
  return (await transform(adapterProgram(name), options)).code;
}
