/** Every plan of the slack suite does what its prompt asks for. */
import { slackPlans } from '../../demo/agentdojo/plans/slack/index.js';
import { makeSlack } from '../../demo/agentdojo/suites/slack/index.js';
import { playPlans } from './plans.js';

playPlans('slack', makeSlack, slackPlans);
