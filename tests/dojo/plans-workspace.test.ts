import { workspacePlans } from '../../demo/agentdojo/plans/workspace/index.js';
import { makeWorkspace } from '../../demo/agentdojo/suites/workspace/index.js';
import { playPlans } from './plans.js';

playPlans('workspace', makeWorkspace, workspacePlans);
