/** The plans of the slack suite. */
import type { SuitePlans } from '../../task-plan.js';
import { channelPlans } from './channels.js';
import { pagePlans } from './pages.js';
import { todoPlans } from './todo.js';
import { visitPlans } from './visits.js';

/** A plan for each task of the suite, in the order of the tasks. */
export const slackPlans: SuitePlans = [
  ...channelPlans,
  ...pagePlans,
  ...todoPlans,
  ...visitPlans,
].sort((a, b) => a.task.localeCompare(b.task, 'en', { numeric: true }));
