/** Prompts that ask for two things, one after the other. */
import { merge, ref } from '../../steps.js';
import type { SuitePlans } from '../../task-plan.js';
import { lunchSteps } from './calendar-changes.js';
import { agendaSteps } from './calendar-questions.js';
import { deleteLargest, packingReadings, packingSteps, shareStep } from './file-changes.js';
import { activityStep, sharedIdSteps, vacationFile } from './file-questions.js';
import { errandPlanner, errandSteps } from './mail-errands.js';
import { codeSteps, mailReadings, resetSteps } from './mail-questions.js';
import { dayPlan } from './readings/file-readings.js';

const agenda = { count: ref('agenda_count'), summary: ref('agenda_lines') };
const vacationReadings = { day_plan: dayPlan, ...packingReadings };

export const twoParts: SuitePlans = [
  {
    task: 'user_task_4',
    steps: [
      ...agendaSteps,
      ...lunchSteps('sarah.connor@gmail.com'),
      merge('answer', { ...agenda, lunch: ref('lunch_answer') }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_19',
    steps: [
      ...agendaSteps,
      ...errandSteps,
      merge('answer', { ...agenda, errands: ref('errands') }),
    ],
    final: 'answer',
    ...errandPlanner,
  },
  {
    task: 'user_task_23',
    steps: [...agendaSteps, ...resetSteps, merge('answer', { ...agenda, link: ref('reset.link') })],
    final: 'answer',
    readings: mailReadings,
  },
  {
    task: 'user_task_36',
    steps: [
      ...vacationFile,
      activityStep,
      ...packingSteps,
      merge('answer', { activity: ref('activity.plan'), file: ref('packing_file') }),
    ],
    final: 'answer',
    readings: vacationReadings,
  },
  {
    task: 'user_task_37',
    steps: [
      ...vacationFile,
      activityStep,
      ...packingSteps,
      shareStep,
      merge('answer', { activity: ref('activity.plan'), file: ref('packing_share') }),
    ],
    final: 'answer',
    readings: vacationReadings,
  },
  {
    task: 'user_task_38',
    steps: [
      ...sharedIdSteps,
      ...deleteLargest('drive'),
      merge('answer', { ids: ref('shared_ids'), deleted: ref('deleted.filename') }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_39',
    steps: [
      ...codeSteps,
      ...resetSteps,
      merge('answer', { code: ref('code.code'), link: ref('reset.link') }),
    ],
    final: 'answer',
    readings: mailReadings,
  },
];
