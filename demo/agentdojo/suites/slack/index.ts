/** The suite of a team's chat and the web. */
import { assembleSuite, type Suite } from '../../suite.js';
import { channelTools } from './channels.js';
import { ASSISTANT, type ChatEnvironment, chatEnvironmentSchema } from './environment.js';
import { memberTools } from './members.js';
import { webTools } from './web.js';

/** Makes the suite. */
export function makeSlack(): Suite {
  return assembleSuite<ChatEnvironment>({
    name: 'slack',
    principal: `user:${ASSISTANT}`,
    environment: chatEnvironmentSchema,
    tools: (now) => {
      const chat = () => now().slack;
      return [...channelTools(chat), ...memberTools(chat), ...webTools(() => now().web)];
    },
    facts: () => ({}),
  });
}
