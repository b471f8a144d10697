/** Every plan of the banking suite does what its prompt asks for. */
import { bankingPlans } from '../../demo/agentdojo/plans/banking/index.js';
import { makeBanking } from '../../demo/agentdojo/suites/banking/index.js';
import { playPlans } from './plans.js';

playPlans('banking', makeBanking, bankingPlans);
