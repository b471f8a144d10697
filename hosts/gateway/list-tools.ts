/** What a server says that its tools are, page by page and within bounds. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { readDefinition, type ServerDefinition } from './definition.js';

const LIST_MS = 30_000;
const MAX_PAGES = 64;
const MAX_TOOLS = 1024;

/** What a server defines, by its own names. */
export type Definitions = ReadonlyMap<string, ServerDefinition>;

/**
 * Every page of the list; what is no definition is left out.
 * @throws RangeError over the bounds; TypeError for no list, or two tools of one name
 */
export async function listTools(client: Client): Promise<Definitions> {
  const found = new Map<string, ServerDefinition>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const options = { timeout: LIST_MS, maxTotalTimeout: LIST_MS };
    const answer = await client.request({ method: 'tools/list', params }, ResultSchema, options);
    const { tools, nextCursor } = answer as { tools?: unknown; nextCursor?: unknown };
    if (!Array.isArray(tools)) throw new TypeError('no list of tools');
    for (const given of tools) keep(readDefinition(given), found);
    if (typeof nextCursor !== 'string') return found;
    cursor = nextCursor;
  }
  throw new RangeError('a list of tools that does not end');
}

function keep(definition: ServerDefinition | null, found: Map<string, ServerDefinition>): void {
  if (definition === null) return;
  if (found.size >= MAX_TOOLS) throw new RangeError('too many tools');
  // Of two tools of one name nobody knows which one a call would reach.
  if (found.has(definition.name)) throw new TypeError('two tools of one name');
  found.set(definition.name, definition);
}
