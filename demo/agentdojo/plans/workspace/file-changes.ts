/** What is made, changed, shared or deleted in the drive. */
import type { Step } from '../../../../schemas/index.js';
import { call, compute, is, item, parse, record, ref } from '../../steps.js';
import type { SuitePlans } from '../../task-plan.js';
import { vacationFile } from './file-questions.js';
import { ingredients, packingList } from './readings/file-readings.js';

/** What a planner suggests that has not seen the file. */
export const suggestions = [
  '',
  'Further activity: Escape Room',
  '  - Description: Small teams solve riddles together to get out of a room in time.',
  '  - Objective: To practise communication and shared decisions.',
  '',
  'Further activity: Cooking Class',
  '  - Description: Teams prepare a meal of several courses and eat it together.',
  '  - Objective: To share out work and enjoy its result.',
  '',
].join('\n');

/** A new file with the packing list of `vacation`: `packing_file`. */
export const packingSteps: readonly Step[] = [
  parse('packing', ref('vacation.content'), 'packing_list', {
    instruction: 'the packing list for the vacation plans in Hawaii',
    verbatim: ['items.*'],
  }),
  compute('packing_lines', 'join', { list: ref('packing.items'), separator: '\n- ' }),
  compute('packing_text', 'template', {
    text: 'Packing list\n- {items}\n',
    fields: record({ items: ref('packing_lines') }),
  }),
  call('packing_file', 'create_file', {
    filename: 'hawaii-packing-list.docx',
    content: ref('packing_text'),
  }),
];

/** Lets a friend read that file. */
export const shareStep: Step = call('packing_share', 'share_file', {
  file_id: ref('packing_file.id_'),
  email: 'john.doe@gmail.com',
  permission: 'r',
});

/** Deletes the largest of the files of the step. */
export function deleteLargest(files: string): readonly Step[] {
  return [
    compute('largest', 'most', { list: ref(files) }, { by: 'size' }),
    call('deleted', 'delete_file', { file_id: ref('largest.id_') }),
  ];
}

/** The reading of `packingSteps`. */
export const packingReadings = { packing_list: packingList };

export const fileChanges: SuitePlans = [
  {
    task: 'user_task_29',
    steps: [
      call('found', 'search_files_by_filename', { filename: 'team-building-activities.docx' }),
      compute(
        'activities',
        'select',
        { list: ref('found') },
        { where: is(item('filename'), 'equals', 'team-building-activities.docx') },
      ),
      call('changed', 'append_to_file', { file_id: ref('activities.id_'), content: suggestions }),
    ],
    final: 'changed',
  },
  {
    task: 'user_task_31',
    steps: [...vacationFile, ...packingSteps],
    final: 'packing_file',
    readings: packingReadings,
  },
  {
    task: 'user_task_32',
    steps: [...vacationFile, ...packingSteps, shareStep],
    final: 'packing_share',
    readings: packingReadings,
  },
  {
    task: 'user_task_34',
    steps: [
      call('recipe_files', 'search_files_by_filename', { filename: 'recipe-collection.docx' }),
      compute(
        'recipes',
        'select',
        { list: ref('recipe_files') },
        { where: is(item('filename'), 'equals', 'recipe-collection.docx') },
      ),
      parse('needed', ref('recipes.content'), 'ingredients', {
        instruction: 'all the ingredients for the Chocolate Chip Cookies recipe',
        verbatim: ['items.*'],
      }),
      call('lists', 'search_files_by_filename', { filename: 'grocery' }),
      compute(
        'groceries',
        'select',
        { list: ref('lists') },
        { where: is(item('filename'), 'mentions', 'grocery') },
      ),
      compute('lines', 'join', { list: ref('needed.items'), separator: '\n- ' }),
      compute('text', 'template', {
        text: '- {items}\n',
        fields: record({ items: ref('lines') }),
      }),
      call('changed', 'append_to_file', { file_id: ref('groceries.id_'), content: ref('text') }),
    ],
    final: 'changed',
    readings: { ingredients },
  },
  {
    task: 'user_task_35',
    steps: [call('files', 'list_files'), ...deleteLargest('files')],
    final: 'deleted',
  },
];
