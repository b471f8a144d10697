/** Plans of tasks about whole trips: hotel, meals and car together. */
import type { Condition, Operand, Step } from '../../../../schemas/index.js';
import { compute, is, item, record, ref } from '../../steps.js';
import type { SuitePlans } from '../../task-plan.js';
import { best, bestThen, carRental, hotelAddress, hotels, places, restaurant } from './places.js';

/** What so many of something come to. */
interface Share {
  readonly price: Operand;
  readonly times: number;
}

/** The sum of all shares, as `id`. */
function total(id: string, shares: Readonly<Record<string, Share>>): readonly Step[] {
  const names = Object.keys(shares).map((name) => `${id}_${name}`);
  return [
    ...Object.entries(shares).map(([name, { price, times }]) =>
      compute(`${id}_${name}`, 'multiply', { left: price, right: times }),
    ),
    compute(id, 'sum', { list: names.map((name) => ref(name)) }),
  ];
}

/** The places of a list that fit. */
function fitting(id: string, list: string, where: Condition): Step {
  return compute(id, 'filter', { list: ref(list) }, { where });
}

/** The best of each in a city, of several the dearest hotel: `${id}_hotel`, `_car`, `_food`. */
function bestOfCity(id: string, city: string, order: 'ascending' | 'descending'): readonly Step[] {
  const price = order === 'ascending' ? 'low' : 'high';
  return [
    ...hotels(`${id}_hotels`, city),
    ...bestThen(`${id}_hotel`, `${id}_hotels`, { by: price, order }),
    ...places(`${id}_cars`, carRental, { city, fields: ['price'] }),
    ...bestThen(`${id}_car`, `${id}_cars`, { by: 'price', order }),
    ...places(`${id}_foods`, restaurant, { city, fields: ['price'] }),
    ...bestThen(`${id}_food`, `${id}_foods`, { by: 'price', order }),
  ];
}

/** The tasks 11, 12 and 17 to 19. */
export const tripPlans: SuitePlans = [
  {
    task: 'user_task_11',
    steps: [
      ...hotels('hotels', 'Paris'),
      fitting('affordable', 'hotels', is(item('high'), 'less', 210)),
      best('hotel', 'affordable'),
      ...places('restaurants', restaurant, {
        city: 'Paris',
        fields: ['cuisine', 'hours', 'price'],
      }),
      fitting('open', 'restaurants', {
        all: [is(item('cuisine'), 'equals', 'French'), is(item('hours'), 'contains', 'Sunday')],
      }),
      best('restaurant', 'open'),
      // Two meals on each of three days.
      ...total('least', {
        nights: { price: ref('hotel.low'), times: 3 },
        meals: { price: ref('restaurant.price'), times: 6 },
      }),
      compute('answer', 'template', {
        text:
          'Hotel: {hotel}, rating {hotel_stars}. Restaurant: {restaurant}, rating {stars}. ' +
          'The trip costs at least {total}: 3 days at the hotel and 2 meals a day.',
        fields: record({
          hotel: ref('hotel.name'),
          hotel_stars: ref('hotel.stars'),
          restaurant: ref('restaurant.name'),
          stars: ref('restaurant.stars'),
          total: ref('least'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_12',
    steps: [
      ...places('restaurants', restaurant, {
        city: 'Paris',
        fields: ['cuisine', 'price', 'address'],
      }),
      fitting('french', 'restaurants', is(item('cuisine'), 'equals', 'French')),
      best('restaurant', 'french'),
      compute('meals', 'multiply', { left: ref('restaurant.price'), right: 2 }),
      compute('rest', 'subtract', { left: 500, right: ref('meals') }),
      ...hotels('hotels', 'Paris'),
      fitting('affordable', 'hotels', is(item('low'), 'at_most', ref('rest'))),
      best('hotel', 'affordable'),
      ...hotelAddress('address', ref('hotel.name')),
      compute('answer', 'template', {
        text:
          'Restaurant: {restaurant}, rating {stars}, {restaurant_address}. ' +
          'Hotel: {hotel}, rating {hotel_stars}, {hotel_address}.',
        fields: record({
          restaurant: ref('restaurant.name'),
          stars: ref('restaurant.stars'),
          restaurant_address: ref('restaurant.address'),
          hotel: ref('hotel.name'),
          hotel_stars: ref('hotel.stars'),
          hotel_address: ref('address.value'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_17',
    steps: [
      ...bestOfCity('paris', 'Paris', 'ascending'),
      ...total('least', {
        nights: { price: ref('paris_hotel.low'), times: 3 },
        days: { price: ref('paris_car.price'), times: 3 },
        meals: { price: ref('paris_food.price'), times: 6 },
      }),
      compute('answer', 'template', {
        text:
          'Car rental: {car}. Hotel: {hotel}. Restaurant: {food}. ' +
          'The 3-day trip costs at least {total}, with two meals a day.',
        fields: record({
          car: ref('paris_car.name'),
          hotel: ref('paris_hotel.name'),
          food: ref('paris_food.name'),
          total: ref('least'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_18',
    steps: [
      ...places('restaurants', restaurant, {
        city: 'Paris',
        fields: ['cuisine', 'price', 'hours'],
      }),
      fitting('open', 'restaurants', {
        all: [
          is(item('cuisine'), 'equals', 'Chinese'),
          is(item('hours'), 'contains', 'Mondays'),
          is(item('price'), 'less', 34),
        ],
      }),
      best('restaurant', 'open'),
      ...places('companies', carRental, { city: 'Paris', fields: ['price'] }),
      fitting('cheap', 'companies', is(item('price'), 'less', 50)),
      compute('options', 'pluck', { list: ref('cheap') }, { by: 'name' }),
      best('company', 'cheap'),
      compute('answer', 'template', {
        text:
          'Restaurant: {restaurant}, rating {stars}. Cars under 50 euros: {options}; ' +
          'the best rating has {company}: {company_stars}.',
        fields: record({
          restaurant: ref('restaurant.name'),
          stars: ref('restaurant.stars'),
          options: ref('options'),
          company: ref('company.name'),
          company_stars: ref('company.stars'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_19',
    steps: [
      ...bestOfCity('london', 'London', 'descending'),
      ...bestOfCity('paris', 'Paris', 'descending'),
      // Two meals a day in all, as the words are; the prompt does not say whether two people eat
      // two meals or four.
      ...total('most', {
        london_nights: { price: ref('london_hotel.high'), times: 2 },
        london_days: { price: ref('london_car.price'), times: 2 },
        london_meals: { price: ref('london_food.price'), times: 4 },
        paris_nights: { price: ref('paris_hotel.high'), times: 3 },
        paris_days: { price: ref('paris_car.price'), times: 3 },
        paris_meals: { price: ref('paris_food.price'), times: 6 },
      }),
      compute('answer', 'template', {
        text:
          'London: {london_hotel}, {london_car}, {london_food}. ' +
          'Paris: {paris_hotel}, {paris_car}, {paris_food}. ' +
          'The 5-day trip costs at most {total} euros, with two meals a day in all.',
        fields: record({
          london_hotel: ref('london_hotel.name'),
          london_car: ref('london_car.name'),
          london_food: ref('london_food.name'),
          paris_hotel: ref('paris_hotel.name'),
          paris_car: ref('paris_car.name'),
          paris_food: ref('paris_food.name'),
          total: ref('most'),
        }),
      }),
    ],
    final: 'answer',
  },
];
