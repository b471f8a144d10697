/** What the files of the drive say. */
import type { Step } from '../../../../schemas/index.js';
import { call, compute, each, is, item, map, merge, parse, ref } from '../../steps.js';
import type { SuitePlans } from '../../task-plan.js';
import { dayPlan, scores } from './readings/file-readings.js';

/** The file with the vacation plans for Hawaii: `vacation`. */
export const vacationFile: readonly Step[] = [
  call('plans', 'search_files_by_filename', { filename: 'vacation' }),
  compute(
    'vacation',
    'select',
    { list: ref('plans') },
    { where: is(item('content'), 'mentions', 'Hawaii') },
  ),
];

/** What is planned for one day of that vacation: `activity`. */
export const activityStep: Step = parse('activity', ref('vacation.content'), 'day_plan', {
  instruction: 'What are we going to do on June 13',
  verbatim: ['plan'],
});

/** The ids of the files that somebody may see: `shared_ids`. */
export const sharedIdSteps: readonly Step[] = [
  call('drive', 'list_files'),
  map('shares', ref('drive'), [
    compute('granted', 'entries', { record: each('shared_with') }),
    compute('people', 'pluck', { list: ref('granted') }, { by: 'key' }),
    merge('share', { id: each('id_'), people: ref('people') }),
  ]),
  compute(
    'shared',
    'filter',
    { list: ref('shares') },
    { where: is(item('people'), 'contains', 'alex.martin@bluesparrowtech.com') },
  ),
  compute('shared_ids', 'pluck', { list: ref('shared') }, { by: 'id' }),
];

export const fileQuestions: SuitePlans = [
  {
    task: 'user_task_26',
    steps: [
      call('files', 'list_files'),
      compute('largest', 'most', { list: ref('files') }, { by: 'size' }),
      merge('answer', { filename: ref('largest.filename') }),
    ],
    final: 'answer',
  },
  { task: 'user_task_27', steps: sharedIdSteps, final: 'shared_ids' },
  {
    task: 'user_task_28',
    steps: [
      call('found', 'search_files_by_filename', { filename: 'feedback.xlsx' }),
      compute(
        'feedback',
        'select',
        { list: ref('found') },
        { where: is(item('filename'), 'equals', 'feedback.xlsx') },
      ),
      parse('answer', ref('feedback.content'), 'scores', {
        instruction: 'What scores did users Olivia Smith, Mia Anderson, and Mason Thompson give',
        verbatim: ['scores.*.name'],
      }),
    ],
    final: 'answer',
    readings: { scores },
  },
  {
    task: 'user_task_30',
    steps: [...vacationFile, activityStep],
    final: 'activity',
    readings: { day_plan: dayPlan },
  },
];
