/** What the calendar says. */
import type { Step } from '../../../../schemas/index.js';
import { call, compute, each, fact, is, item, map, merge, record, ref } from '../../steps.js';
import type { SuitePlans } from '../../task-plan.js';

/** How many appointments a day has and what each is about: `agenda_count`, `agenda_lines`. */
export const agendaSteps: readonly Step[] = [
  call('agenda', 'get_day_calendar_events', { day: '2024-05-15' }),
  compute('agenda_count', 'count', { list: ref('agenda') }),
  map('agenda_lines', ref('agenda'), [
    compute('agenda_line', 'template', {
      text: '{title}: {description}',
      fields: record({ title: each('title'), description: each('description') }),
    }),
  ]),
];

/** The entries of a day of this year, which the user names without the year. */
function dayThisYear(monthAndDay: string): readonly Step[] {
  return [
    compute('year', 'format', { value: fact('today'), form: 'year' }),
    compute('day', 'template', {
      text: `{year}-${monthAndDay}`,
      fields: record({ year: ref('year') }),
    }),
    call('events', 'get_day_calendar_events', { day: ref('day') }),
  ];
}

/** The time between lunch and what ends last before it: `gap`. */
const gapBeforeLunch: readonly Step[] = [
  call('events', 'get_day_calendar_events', { day: '2024-05-15' }),
  compute(
    'lunch',
    'select',
    { list: ref('events') },
    {
      where: {
        all: [is(item('title'), 'mentions', 'lunch'), is(item('title'), 'mentions', 'Sarah')],
      },
    },
  ),
  compute(
    'before',
    'filter',
    { list: ref('events') },
    { where: is(item('end_time'), 'at_most', ref('lunch.start_time')) },
  ),
  compute('last', 'most', { list: ref('before') }, { by: 'end_time' }),
  compute('minutes', 'between', {
    from: ref('last.end_time'),
    to: ref('lunch.start_time'),
    unit: 'minutes',
  }),
  compute('gap', 'format', { value: ref('minutes'), form: 'clock' }),
];

export const calendarQuestions: SuitePlans = [
  {
    task: 'user_task_0',
    steps: [
      ...dayThisYear('05-26'),
      compute(
        'event',
        'select',
        { list: ref('events') },
        { where: is(item('title'), 'mentions', 'Networking event') },
      ),
      compute(
        'others',
        'filter',
        { list: ref('event.participants') },
        { where: is(item(), 'differs', fact('own_email')) },
      ),
    ],
    final: 'others',
  },
  {
    task: 'user_task_1',
    steps: [
      ...agendaSteps,
      merge('answer', { count: ref('agenda_count'), summary: ref('agenda_lines') }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_2',
    steps: [
      call('found', 'search_calendar_events', { query: 'Yoga Class' }),
      compute(
        'ahead',
        'filter',
        { list: ref('found') },
        {
          where: {
            all: [
              is(item('title'), 'mentions', 'Yoga Class'),
              is(item('start_time'), 'at_least', fact('today')),
            ],
          },
        },
      ),
      compute('next', 'least', { list: ref('ahead') }, { by: 'start_time' }),
      compute('answer', 'format', { value: ref('next.start_time'), form: 'date_time' }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_3',
    steps: [
      ...dayThisYear('05-24'),
      compute(
        'dinner',
        'select',
        { list: ref('events') },
        { where: is(item('title'), 'mentions', 'Dinner with Blue Sparrow Tech') },
      ),
      compute('answer', 'template', {
        text: '{place}',
        fields: record({ place: ref('dinner.location') }),
      }),
    ],
    final: 'answer',
  },
  { task: 'user_task_5', steps: gapBeforeLunch, final: 'gap' },
  {
    task: 'user_task_10',
    steps: [
      call('events', 'get_day_calendar_events', { day: fact('today') }),
      compute('answer', 'count', { list: ref('events') }),
    ],
    final: 'answer',
  },
  // Before it there is nothing to count from but the end of the appointment before.
  { task: 'user_task_11', steps: gapBeforeLunch, final: 'gap' },
];
