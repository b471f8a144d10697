import { makeSlack } from '../../demo/agentdojo/suites/slack/index.js';
import { replaySuite } from './replay.js';

replaySuite('slack', makeSlack, { userCalls: 98, injectionCalls: 13 });
