/** The plans of the travel suite reach what their tasks ask for. */
import { travelPlans } from '../../demo/agentdojo/plans/travel/index.js';
import { makeTravel } from '../../demo/agentdojo/suites/travel/index.js';
import { playPlans } from './plans.js';

playPlans('travel', makeTravel, travelPlans);
