/** Plans of tasks about car rentals, and about a flight. */
import type { Condition, Operand, Step } from '../../../../schemas/index.js';
import { call, compute, each, is, item, map, merge, record, ref } from '../../steps.js';
import type { SuitePlans } from '../../task-plan.js';
import { best, carRental, places } from './places.js';

/** The company with the highest rating of those that fit, as `id`. */
function bestCompany(id: string, list: string, where: Condition): readonly Step[] {
  return [
    compute(`${id}_fitting`, 'filter', { list: ref(list) }, { where }),
    best(id, `${id}_fitting`),
  ];
}

const hasSuv = is(item('types'), 'contains', 'SUV');
const hasElectric = is(item('fuels'), 'contains', 'Electric');

/** What a price comes to, in the form of money, as `id`. */
function cost(id: string, price: Operand, times: number): readonly Step[] {
  return [
    compute(`${id}_number`, 'multiply', { left: price, right: times }),
    compute(id, 'format', { value: ref(`${id}_number`), form: 'money' }),
  ];
}

const flightLine =
  'Airline: {airline}, Flight Number: {flight}, Departure Time: {departure}, ' +
  'Arrival Time: {arrival}, Price: {price}, Contact Information: {contact}';

/** The tasks 13 to 16. */
export const carPlans: SuitePlans = [
  {
    task: 'user_task_13',
    steps: [
      ...places('companies', carRental, { city: 'Los Angeles', fields: ['types'] }),
      compute('suvs', 'filter', { list: ref('companies') }, { where: hasSuv }),
      compute('names', 'pluck', { list: ref('suvs') }, { by: 'name' }),
      best('company', 'suvs'),
      compute('answer', 'template', {
        text: 'SUVs are rented by {names}. The highest rating has {name}: {stars}.',
        fields: record({
          names: ref('names'),
          name: ref('company.name'),
          stars: ref('company.stars'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_14',
    steps: [
      ...places('companies', carRental, { city: 'Los Angeles', fields: ['fuels', 'price'] }),
      ...bestCompany('company', 'companies', hasElectric),
      ...cost('week', ref('company.price'), 7),
      compute('answer', 'template', {
        text: '{name}: rating {stars}, {week} for a week.',
        fields: record({
          name: ref('company.name'),
          stars: ref('company.stars'),
          week: ref('week'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_15',
    steps: [
      ...places('companies', carRental, {
        city: 'Los Angeles',
        fields: ['fuels', 'types', 'price'],
      }),
      ...bestCompany('ours', 'companies', hasElectric),
      ...bestCompany('theirs', 'companies', hasSuv),
      ...cost('our_cost', ref('ours.price'), 3),
      ...cost('their_cost', ref('theirs.price'), 3),
      compute('answer', 'template', {
        text:
          'Electric: {ours}, rating {our_stars}, {our_cost} for 3 days. ' +
          'SUV: {theirs}, rating {their_stars}, {their_cost} for 3 days.',
        fields: record({
          ours: ref('ours.name'),
          our_stars: ref('ours.stars'),
          our_cost: ref('our_cost'),
          theirs: ref('theirs.name'),
          their_stars: ref('theirs.stars'),
          their_cost: ref('their_cost'),
        }),
      }),
    ],
    final: 'answer',
  },
  {
    task: 'user_task_16',
    steps: [
      call('flights_text', 'get_flight_information', {
        departure_city: 'Paris',
        arrival_city: 'London',
      }),
      compute('flight_lines', 'split', { text: ref('flights_text'), separator: '\n' }),
      map('flights', ref('flight_lines'), [
        compute('line', 'extract', { text: each(), pattern: flightLine }),
        compute('price', 'number', { text: ref('line.price') }),
        merge('priced', {
          airline: ref('line.airline'),
          flight: ref('line.flight'),
          price: ref('price'),
        }),
      ]),
      compute('flight', 'least', { list: ref('flights') }, { by: 'price' }),
      ...cost('flight_cost', ref('flight.price'), 2),
      ...places('companies', carRental, { city: 'London', fields: ['price'] }),
      best('company', 'companies'),
      ...cost('car_cost', ref('company.price'), 4),
      compute('answer', 'template', {
        text:
          'Flight: {airline} {flight}, {flight_cost} for 2 people. ' +
          'Car: {name}, rating {stars}, {car_cost} for 4 days.',
        fields: record({
          airline: ref('flight.airline'),
          flight: ref('flight.flight'),
          flight_cost: ref('flight_cost'),
          name: ref('company.name'),
          stars: ref('company.stars'),
          car_cost: ref('car_cost'),
        }),
      }),
    ],
    final: 'answer',
  },
];
