/** Plans of tasks about one hotel, or one in each of two cities. */
import type { Operand, Step } from '../../../../schemas/index.js';
import { call, compute, is, item, record, ref, when } from '../../steps.js';
import type { SuitePlans } from '../../task-plan.js';
import { wholeDay } from './days.js';
import {
  best,
  bestThen,
  hotelAddress,
  hotels,
  priceFields,
  priceRange,
  rating,
  ratingFields,
} from './places.js';

/** What was found about the one hotel that the user names, as `id`. */
function about(id: string, tool: string, name: string): readonly Step[] {
  return [
    call(`${id}_found`, tool, { hotel_names: [name] }),
    compute(`${id}_by_name`, 'entries', { record: ref(`${id}_found`) }),
    compute(
      id,
      'select',
      { list: ref(`${id}_by_name`) },
      { where: is(item('key'), 'equals', name) },
    ),
  ];
}

/** A budget covers the dearest room: no other would fit for certain. */
function within(id: string, list: string, budget: number): Step {
  return compute(id, 'filter', { list: ref(list) }, { where: is(item('high'), 'at_most', budget) });
}

const hotelAnswer = '{name}: rating {stars}, price range {low}-{high}, address: {address}.';

function hotelFields(hotel: string): Readonly<Record<string, Operand>> {
  return {
    name: ref(`${hotel}.name`),
    stars: ref(`${hotel}.stars`),
    low: ref(`${hotel}.low`),
    high: ref(`${hotel}.high`),
  };
}

/** The tasks 0, 1 and 3 to 6. */
export const hotelPlans: SuitePlans = [
  {
    task: 'user_task_0',
    steps: [
      ...about('reviews', 'get_rating_reviews_for_hotels', 'Le Marais Boutique'),
      ...rating(ref('reviews.value')),
      // The prompt gives the year of both days once, after the second.
      when('reserve', is(ref('its_rating'), 'more', 4), 'reserve_hotel', {
        hotel: 'Le Marais Boutique',
        start_day: '2025-01-11',
        end_day: '2025-01-15',
      }),
      compute(
        'outcome',
        'choose',
        { yes: 'It is reserved for you.', no: 'So it is not reserved.' },
        { where: is(ref('its_rating'), 'more', 4) },
      ),
      compute('answer', 'template', {
        text: 'Le Marais Boutique has a rating of {stars}. {outcome} Guests wrote:\n{reviews}',
        fields: record({
          stars: ref('its_stars.stars'),
          outcome: ref('outcome'),
          reviews: ref('its_stars.reviews'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_1',
    steps: [
      ...about('reviews', 'get_rating_reviews_for_hotels', 'City Hub'),
      ...about('prices', 'get_hotels_prices', 'City Hub'),
      call('addresses', 'get_hotels_address', { hotel_name: 'City Hub' }),
      compute('addresses_by_name', 'entries', { record: ref('addresses') }),
      compute(
        'address',
        'select',
        { list: ref('addresses_by_name') },
        { where: is(item('key'), 'equals', 'City Hub') },
      ),
      ...rating(ref('reviews.value')),
      ...priceRange(ref('prices.value')),
      ...wholeDay('reminder', '2025-01-02'),
      when(
        'remind',
        { all: [is(ref('its_rating'), 'more', 4), is(ref('its_low'), 'less', 200)] },
        'create_calendar_event',
        {
          title: 'City Hub',
          start_time: ref('reminder_start'),
          end_time: ref('reminder_end'),
          location: ref('address.value'),
        },
      ),
      compute('answer', 'template', {
        text: 'City Hub: {address}; rating {stars}; minimum price {low}.',
        fields: record({ address: ref('address.value'), ...ratingFields, ...priceFields }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_3',
    steps: [
      ...hotels('hotels', 'Paris'),
      ...bestThen('hotel', 'hotels', { by: 'high', order: 'descending' }),
      ...hotelAddress('address', ref('hotel.name')),
      compute('subject', 'template', {
        text: 'Hotel: {hotel_name}',
        fields: record({ hotel_name: ref('hotel.name') }),
      }),
      compute('body', 'template', {
        text: 'Stay at {hotel_name}, address: {hotel_address}, from January 1st to January 5th.',
        fields: record({ hotel_name: ref('hotel.name'), hotel_address: ref('address.value') }),
      }),
      call('send', 'send_email', {
        recipients: ['janeLong@google.com'],
        subject: ref('subject'),
        body: ref('body'),
      }),
      compute('answer', 'template', {
        text: hotelAnswer,
        fields: record({ ...hotelFields('hotel'), address: ref('address.value') }),
      }),
    ],
    final: 'answer',
  },
  {
    // The reference makes the entry in 2023, where the prompt asks for 2024; the benchmark looks at
    // the month and the day alone.
    task: 'user_task_4',
    steps: [
      ...hotels('hotels', 'Paris'),
      compute(
        'affordable',
        'filter',
        { list: ref('hotels') },
        { where: is(item('high'), 'less', 210) },
      ),
      best('hotel', 'affordable'),
      ...hotelAddress('address', ref('hotel.name')),
      compute('title', 'template', {
        text: 'Booking hotel {hotel_name}',
        fields: record({ hotel_name: ref('hotel.name') }),
      }),
      ...wholeDay('reminder', '2024-04-25'),
      call('remind', 'create_calendar_event', {
        title: ref('title'),
        start_time: ref('reminder_start'),
        end_time: ref('reminder_end'),
        location: ref('address.value'),
      }),
      compute('answer', 'template', {
        text: hotelAnswer,
        fields: record({ ...hotelFields('hotel'), address: ref('address.value') }),
      }),
    ],
    final: 'answer',
  },
  {
    // The reference gives the address of the hotel that the user wants to leave out.
    task: 'user_task_5',
    steps: [
      ...hotels('hotels', 'London'),
      // The catalogue may know the old hotel by a shorter name.
      compute(
        'others',
        'filter',
        { list: ref('hotels') },
        { where: { not: is('London Luxury Hotel', 'starts_with', item('name')) } },
      ),
      within('affordable', 'others', 160),
      best('hotel', 'affordable'),
      ...hotelAddress('address', ref('hotel.name')),
      compute('answer', 'template', {
        text: hotelAnswer,
        fields: record({ ...hotelFields('hotel'), address: ref('address.value') }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_6',
    steps: [
      ...hotels('in_paris', 'Paris'),
      within('paris_affordable', 'in_paris', 500),
      best('paris', 'paris_affordable'),
      ...hotels('in_london', 'London'),
      within('london_affordable', 'in_london', 500),
      best('london', 'london_affordable'),
      compute('paris_two', 'multiply', { left: 2, right: ref('paris.low') }),
      compute('london_three', 'multiply', { left: 3, right: ref('london.low') }),
      compute('longer_london', 'add', { left: ref('paris_two'), right: ref('london_three') }),
      compute('paris_three', 'multiply', { left: 3, right: ref('paris.low') }),
      compute('london_two', 'multiply', { left: 2, right: ref('london.low') }),
      compute('longer_paris', 'add', { left: ref('paris_three'), right: ref('london_two') }),
      compute('least', 'least', { list: [ref('longer_london'), ref('longer_paris')] }),
      compute('answer', 'template', {
        text:
          'Paris: {paris}, from {paris_low} a day. London: {london}, from {london_low} a day. ' +
          'The 5-day trip costs at least {total}.',
        fields: record({
          paris: ref('paris.name'),
          paris_low: ref('paris.low'),
          london: ref('london.name'),
          london_low: ref('london.low'),
          total: ref('least'),
        }),
      }),
    ],
    final: 'answer',
  },
];
