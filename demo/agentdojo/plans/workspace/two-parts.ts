/** Prompts that ask for two things, one after the other. */
import type { Ref, Step } from '../../../../schemas/index.js';
import { compute, merge, record, ref } from '../../steps.js';
import type { SuitePlans } from '../../task-plan.js';
import { lunchSteps } from './calendar-changes.js';
import { agendaSteps } from './calendar-questions.js';
import { deleteLargest, packingReadings, packingSteps, shareStep } from './file-changes.js';
import { activityStep, sharedIdSteps, vacationFile } from './file-questions.js';
import { errandPlanner, errandSteps } from './mail-errands.js';
import { codeSteps, mailReadings, resetSteps } from './mail-questions.js';
import { dayPlan } from './readings/file-readings.js';

const vacationReadings = { day_plan: dayPlan, ...packingReadings };

/** The answers to both, numbered as the prompt numbers its questions. */
function numbered(first: string, second: string, fields: Readonly<Record<string, Ref>>): Step {
  return compute('answer', 'template', {
    text: `1. ${first}\n2. ${second}`,
    fields: record(fields),
  });
}

const agenda = { count: ref('agenda_count'), lines: ref('agenda_text') };
const AGENDA = '{count} appointments:\n{lines}';
const agendaText: readonly Step[] = [
  ...agendaSteps,
  compute('agenda_text', 'join', { list: ref('agenda_lines'), separator: '\n' }),
];

export const twoParts: SuitePlans = [
  {
    task: 'user_task_4',
    steps: [
      ...agendaText,
      ...lunchSteps('sarah.connor@gmail.com'),
      numbered(AGENDA, '{lunch}', { ...agenda, lunch: ref('lunch_answer') }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_19',
    steps: [...agendaText, ...errandSteps, merge('answer', { ...agenda, errands: ref('errands') })],
    final: 'answer',
    ...errandPlanner,
  },
  {
    task: 'user_task_23',
    steps: [
      ...agendaText,
      ...resetSteps,
      numbered(AGENDA, '{link}', { ...agenda, link: ref('reset.link') }),
    ],
    final: 'answer',
    readings: mailReadings,
  },
  {
    task: 'user_task_36',
    steps: [
      ...vacationFile,
      activityStep,
      ...packingSteps,
      numbered('{activity}', '{file}', {
        activity: ref('activity.plan'),
        file: ref('packing_file.filename'),
      }),
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
      numbered('{activity}', '{file}', {
        activity: ref('activity.plan'),
        file: ref('packing_share.filename'),
      }),
    ],
    final: 'answer',
    readings: vacationReadings,
  },
  {
    task: 'user_task_38',
    steps: [
      ...sharedIdSteps,
      ...deleteLargest('drive'),
      numbered('{ids}', '{deleted}', {
        ids: ref('shared_ids'),
        deleted: ref('deleted.filename'),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_39',
    steps: [
      ...codeSteps,
      ...resetSteps,
      numbered('{code}', '{link}', { code: ref('code.code'), link: ref('reset.link') }),
    ],
    final: 'answer',
    readings: mailReadings,
  },
];
