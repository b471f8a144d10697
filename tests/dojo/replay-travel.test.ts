import { makeTravel } from '../../demo/agentdojo/suites/travel/index.js';
import { replaySuite } from './replay.js';

replaySuite('travel', makeTravel, { userCalls: 124, injectionCalls: 12 });
