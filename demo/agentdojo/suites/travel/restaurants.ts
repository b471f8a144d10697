/** Restaurants of the catalogue. */
import { z } from 'zod';
import type { SuiteTool } from '../../suite.js';
import { entriesByName, placeShape, reviewsByName, reviewText } from './catalogue.js';
import { cityTool, type LookUp, makeLookUp } from './catalogue-tools.js';

const text = z.string();
const restaurant = z.strictObject({
  ...placeShape,
  price_per_person: z.number(),
  operating_hours: text,
  contact_information: text,
  cuisine_type: text,
  dietary_restrictions: text,
});

/** Checks the restaurants of the catalogue. */
export const restaurantsSchema = z.strictObject({ restaurant_list: z.array(restaurant) });

type Restaurant = z.infer<typeof restaurant>;

const kept = { result: entriesByName('restaurant'), shown: text };
const ofOthers = { result: reviewsByName('restaurant'), shown: text };

const lookUps: readonly LookUp<Restaurant>[] = [
  {
    ...kept,
    name: 'get_cuisine_type_for_restaurants',
    description: 'Gives the cuisine of restaurants, by name.',
    show: (place) => place.cuisine_type,
  },
  {
    ...kept,
    name: 'get_restaurants_address',
    description: 'Gives the address of restaurants, by name.',
    show: (place) => place.address,
  },
  {
    ...ofOthers,
    name: 'get_rating_reviews_for_restaurants',
    description: 'Gives `Rating: …`, then `Reviews: …` in a new line, of restaurants, by name.',
    show: reviewText,
  },
  {
    ...kept,
    name: 'get_dietary_restrictions_for_all_restaurants',
    description: 'Gives the diets that restaurants cater for, by name.',
    show: (place) => place.dietary_restrictions,
  },
  {
    ...ofOthers,
    name: 'get_contact_information_for_restaurants',
    description: 'Gives how restaurants say they can be reached, by name.',
    show: (place) => place.contact_information,
  },
  {
    ...kept,
    name: 'get_price_for_restaurants',
    description: 'Gives the price a person of restaurants, by name.',
    shown: z.number(),
    show: (place) => place.price_per_person,
  },
  {
    ...kept,
    name: 'check_restaurant_opening_hours',
    description: 'Gives the opening hours and days of restaurants, by name.',
    show: (place) => place.operating_hours,
  },
];

/** The tools of restaurants over the restaurants as `now` gives them. */
export function restaurantTools(now: () => readonly Restaurant[]): readonly SuiteTool[] {
  return [
    cityTool(now, {
      name: 'get_all_restaurants_in_city',
      description: 'Lists the restaurants in a city: a heading, a colon, the names, one a line.',
      heading: (city) => `Restaurant in ${city}`,
    }),
    ...lookUps.map(makeLookUp(now, 'restaurant_names')),
  ];
}
