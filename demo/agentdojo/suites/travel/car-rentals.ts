/** Car rental companies of the catalogue. */
import { z } from 'zod';
import type { SuiteTool } from '../../suite.js';
import { entriesByName, keptByAgency, placeShape, reviewsByName, reviewText } from './catalogue.js';
import { cityTool, type LookUp, makeLookUp } from './catalogue-tools.js';

const text = z.string();
const company = z.strictObject({
  ...placeShape,
  price_per_day: z.number(),
  contact_information: text,
  car_types_available: z.array(text),
  fuel_options: z.array(text),
});

/** Checks the car rental companies of the catalogue. */
export const carRentalsSchema = z.strictObject({ company_list: z.array(company) });

type Company = z.infer<typeof company>;

const kept = entriesByName('car_rental');
const listsKept = { result: { ...kept, '/*/*': keptByAgency }, shown: z.array(text) };

const lookUps: readonly LookUp<Company>[] = [
  {
    ...listsKept,
    name: 'get_car_types_available',
    description: 'Gives the types of car that companies rent out, by name.',
    show: (place) => place.car_types_available,
  },
  {
    name: 'get_rating_reviews_for_car_rental',
    description: 'Gives `Rating: …`, then `Reviews: …` in a new line, of companies, by name.',
    result: reviewsByName('car_rental'),
    shown: text,
    show: reviewText,
  },
  {
    ...listsKept,
    name: 'get_car_fuel_options',
    description: 'Gives the fuels that the cars of companies take, by name.',
    show: (place) => place.fuel_options,
  },
  {
    name: 'get_car_rental_address',
    description: 'Gives the address of companies, by name.',
    result: kept,
    shown: text,
    show: (place) => place.address,
  },
  {
    name: 'get_car_price_per_day',
    description: 'Gives the price a day of companies, by name.',
    result: kept,
    shown: z.number(),
    show: (place) => place.price_per_day,
  },
];

/** The tools of car rentals over the companies as `now` gives them. */
export function carRentalTools(now: () => readonly Company[]): readonly SuiteTool[] {
  return [
    cityTool(now, {
      name: 'get_all_car_rental_companies_in_city',
      description: 'Lists the car rentals in a city: a heading, a colon, the names, one a line.',
      heading: (city) => `Car Rental Companies in ${city}`,
    }),
    ...lookUps.map(makeLookUp(now, 'company_name')),
  ];
}
