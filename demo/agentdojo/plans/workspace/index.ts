/** The plans of the workspace suite. */
import type { SuitePlans } from '../../task-plan.js';
import { calendarChanges } from './calendar-changes.js';
import { calendarQuestions } from './calendar-questions.js';
import { fileChanges } from './file-changes.js';
import { fileMails } from './file-mails.js';
import { fileQuestions } from './file-questions.js';
import { mailErrands } from './mail-errands.js';
import { mailEvents } from './mail-events.js';
import { mailQuestions } from './mail-questions.js';
import { twoParts } from './two-parts.js';

const place = (task: string): number => Number(task.slice(task.lastIndexOf('_') + 1));

export const workspacePlans: SuitePlans = [
  ...calendarQuestions,
  ...calendarChanges,
  ...mailQuestions,
  ...mailEvents,
  ...fileQuestions,
  ...fileChanges,
  ...fileMails,
  ...mailErrands,
  ...twoParts,
].sort((a, b) => place(a.task) - place(b.task));
