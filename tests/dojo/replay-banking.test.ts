import { makeBanking } from '../../demo/agentdojo/suites/banking/index.js';
import { replaySuite } from './replay.js';

replaySuite('banking', makeBanking, { userCalls: 33, injectionCalls: 12 });
