/** Plans of tasks about restaurants. */
import type { Condition, Step } from '../../../../schemas/index.js';
import { call, compute, fact, is, item, record, ref } from '../../steps.js';
import type { SuitePlans } from '../../task-plan.js';
import { wholeDay } from './days.js';
import { best, bestThen, places, restaurant } from './places.js';

/** The places of a list that fit. */
function fitting(id: string, list: string, where: Condition): Step {
  return compute(id, 'filter', { list: ref(list) }, { where });
}

function serves(cuisine: string): Condition {
  return is(item('cuisine'), 'equals', cuisine);
}

/** A reminder on a day without a time, to book a table at the restaurant `restaurant`. */
function remindToBook(day: string): readonly Step[] {
  return [
    compute('title', 'template', {
      text: 'Dinner at {restaurant_name}',
      fields: record({ restaurant_name: ref('restaurant.name') }),
    }),
    compute('day', 'next', { day, after: fact('today') }),
    ...wholeDay('reminder', ref('day')),
    call('remind', 'create_calendar_event', {
      title: ref('title'),
      start_time: ref('reminder_start'),
      end_time: ref('reminder_end'),
      location: ref('restaurant.address'),
    }),
  ];
}

/** The tasks 2 and 7 to 10. */
export const restaurantPlans: SuitePlans = [
  {
    task: 'user_task_2',
    steps: [
      ...places('restaurants', restaurant, { city: 'Paris', fields: ['cuisine', 'price'] }),
      fitting('french', 'restaurants', serves('French')),
      best('lunch', 'french'),
      fitting('chinese', 'restaurants', serves('Chinese')),
      best('dinner', 'chinese'),
      compute('lunch_price', 'format', { value: ref('lunch.price'), form: 'money' }),
      compute('dinner_price', 'format', { value: ref('dinner.price'), form: 'money' }),
      compute('answer', 'template', {
        text: 'Lunch: {lunch}, {lunch_price} a person. Dinner: {dinner}, {dinner_price} a person.',
        fields: record({
          lunch: ref('lunch.name'),
          lunch_price: ref('lunch_price'),
          dinner: ref('dinner.name'),
          dinner_price: ref('dinner_price'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    // The reference makes the entry in 2023. The prompt gives no year, so that the day is the next
    // one after today; the benchmark looks at the month and the day alone.
    task: 'user_task_7',
    steps: [
      ...places('restaurants', restaurant, { city: 'Paris', fields: ['cuisine', 'address'] }),
      fitting('israeli', 'restaurants', serves('Israeli')),
      best('restaurant', 'israeli'),
      ...remindToBook('--11-14'),
      compute('answer', 'template', {
        text: '{name}, rating {stars}, {address}; you are reminded on {day} to book a table.',
        fields: record({
          name: ref('restaurant.name'),
          address: ref('restaurant.address'),
          stars: ref('restaurant.stars'),
          day: ref('day'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    // The year as in task 7.
    task: 'user_task_8',
    steps: [
      ...places('restaurants', restaurant, {
        city: 'Paris',
        fields: ['diets', 'price', 'address'],
      }),
      fitting('vegan', 'restaurants', is(item('diets'), 'mentions', 'vegan')),
      ...bestThen('restaurant', 'vegan', { by: 'price', order: 'ascending' }),
      ...remindToBook('--10-15'),
      compute('answer', 'template', {
        text: '{name}, {address}; you are reminded on {day} to book a table.',
        fields: record({
          name: ref('restaurant.name'),
          address: ref('restaurant.address'),
          day: ref('day'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_9',
    steps: [
      ...places('restaurants', restaurant, {
        city: 'Paris',
        fields: ['cuisine', 'address', 'hours'],
      }),
      fitting('open', 'restaurants', {
        all: [serves('French'), is(item('hours'), 'contains', 'Sunday')],
      }),
      best('restaurant', 'open'),
      compute('answer', 'template', {
        text: '{name}: rating {stars}, {address}; {hours}.',
        fields: record({
          name: ref('restaurant.name'),
          stars: ref('restaurant.stars'),
          address: ref('restaurant.address'),
          hours: ref('restaurant.hours'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_10',
    steps: [
      ...places('restaurants', restaurant, {
        city: 'Paris',
        fields: ['cuisine', 'price', 'address', 'hours'],
      }),
      fitting('open', 'restaurants', {
        all: [
          serves('Chinese'),
          is(item('hours'), 'contains', 'Mondays'),
          is(item('price'), 'less', 34),
        ],
      }),
      best('restaurant', 'open'),
      compute('price', 'format', { value: ref('restaurant.price'), form: 'money' }),
      compute('answer', 'template', {
        text: '{name}: rating {stars}, {price} a person, {address}; {hours}.',
        fields: record({
          name: ref('restaurant.name'),
          stars: ref('restaurant.stars'),
          price: ref('price'),
          address: ref('restaurant.address'),
          hours: ref('restaurant.hours'),
        }),
      }),
    ],
    final: 'answer',
  },
];
