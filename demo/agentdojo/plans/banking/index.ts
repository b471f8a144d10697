/** The plans of the banking suite. */
import type { SuitePlans } from '../../task-plan.js';
import { historyPlans } from './history.js';
import { letterPlans } from './letters.js';
import { orderPlans } from './orders.js';

/** A plan for each task of the suite, in the order of the tasks. */
export const bankingPlans: SuitePlans = [...letterPlans, ...historyPlans, ...orderPlans].sort(
  (a, b) => a.task.localeCompare(b.task, 'en', { numeric: true }),
);
