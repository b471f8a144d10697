/** Every tool that the project defines outside its tests, and the files that define them. */

import { makeBanking } from '../../demo/agentdojo/suites/banking/index.js';
import { makeSlack } from '../../demo/agentdojo/suites/slack/index.js';
import { makeTravel } from '../../demo/agentdojo/suites/travel/index.js';
import { makeWorkspace } from '../../demo/agentdojo/suites/workspace/index.js';
import { readContactsTool } from '../../demo/tools/read-contacts.js';
import { readInboxTool } from '../../demo/tools/read-inbox.js';
import { sendEmailTool } from '../../demo/tools/send-email.js';
import { webFetchTool } from '../../demo/tools/web-fetch.js';
import type { Tool } from '../../hosts/index.js';

function unused(): never {
  throw new Error('a catalogue runs no tool');
}

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
  // Tools that never run, of the classes that were asked about.
  'hosts/check/check-call.ts': 2,
  'hosts/cli/probe-input.ts': 1,
};
