import { makeWorkspace } from '../../demo/agentdojo/suites/workspace/index.js';
import { replaySuite } from './replay.js';

replaySuite('workspace', makeWorkspace, { userCalls: 84, injectionCalls: 64 });
