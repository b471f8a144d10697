/** Every tool that the project defines outside its tests, and the files that define them. */

import { parse } from 'smol-toml';
import { z } from 'zod';
import { makeBanking } from '../../demo/agentdojo/suites/banking/index.js';
import { makeSlack } from '../../demo/agentdojo/suites/slack/index.js';
import { makeTravel } from '../../demo/agentdojo/suites/travel/index.js';
import { makeWorkspace } from '../../demo/agentdojo/suites/workspace/index.js';
import { readContactsTool } from '../../demo/tools/read-contacts.js';
import { readInboxTool } from '../../demo/tools/read-inbox.js';
import { sendEmailTool } from '../../demo/tools/send-email.js';
import { webFetchTool } from '../../demo/tools/web-fetch.js';
import { executorNames } from '../../hosts/executors/bundle.js';
import { defineTool, type Scratchpad, scratchpadTool, type Tool } from '../../hosts/index.js';
import type { DeclaredTool } from '../../schemas/index.js';
import { readText } from '../project.js';

function unused(): never {
  throw new Error('a catalogue runs no tool');
}

/** A tool as a manifest of a shipped executor declares it. */
function shippedTool(name: string): Tool {
  const { tool, input, output } = parse(readText(`hosts/executors/${name}/manifest.toml`));
  const schemaOf = (schema: unknown) => z.fromJSONSchema(schema as { readonly type: 'object' });
  return defineTool({
    ...(tool as unknown as DeclaredTool),
    name,
    description: name,
    input: schemaOf(input),
    output: schemaOf(output),
    run: unused,
  });
}

const noScratchpad: Pick<Scratchpad, 'confirm'> = { confirm: unused };

/** The tools, as they are really defined. */
export const catalogues = {
  mail: [
    readInboxTool([]),
    readContactsTool(),
    sendEmailTool({ send: unused }),
    webFetchTool(unused),
  ],
  workspace: makeWorkspace().tools,
  travel: makeTravel().tools,
  banking: makeBanking().tools,
  slack: makeSlack().tools,
  turn: [
    ...executorNames().map(shippedTool),
    scratchpadTool(noScratchpad, { turn: 't', principal: 'user:me' }),
  ],
} satisfies Readonly<Record<string, readonly Tool[]>>;

/** How often each file names `defineTool` or `assembleSuite`, all of it in a catalogue above. */
export const definingFiles: Readonly<Record<string, number>> = {
  'demo/agentdojo/suite.ts': 1,
  'demo/agentdojo/suites/banking/index.ts': 1,
  'demo/agentdojo/suites/slack/index.ts': 1,
  'demo/agentdojo/suites/travel/index.ts': 1,
  'demo/agentdojo/suites/workspace/index.ts': 1,
  'demo/tools/read-contacts.ts': 1,
  'demo/tools/read-inbox.ts': 1,
  'demo/tools/send-email.ts': 1,
  'demo/tools/web-fetch.ts': 1,
  // Executors of a manifest, and the reading of what is kept of a turn.
  'hosts/catalogue/executor.ts': 1,
  'hosts/scratchpad/scratchpad-tool.ts': 1,
  // Tools of servers, whose classes the settings of the gateway name.
  'hosts/gateway/server-tool.ts': 1,
  // Tools that never run, of the classes that were asked about.
  'hosts/check/check-call.ts': 2,
  'hosts/cli/probe-input.ts': 1,
  // Tools of made-up situations, which do what a test says.
  'hosts/conformance/kernel-subject.ts': 1,
};
