/**
 * Steps that read the catalogue: the places of a city as a list of records, each with its name, its
 * rating (`stars` as it is written) and the fields that were asked for.
 */
import type { InnerStep, Operand, Step } from '../../../../schemas/index.js';
import { call, compute, each, is, item, map, merge, ref } from '../../steps.js';

/** How the catalogue is asked about places of one kind. */
export interface PlaceKind<Field extends string> {
  readonly list: string;
  readonly reviews: string;
  /** The argument that takes names. */
  readonly names: string;
  /** By field, the tool that gives it for names. */
  readonly fields: Readonly<Record<Field, string>>;
}

/** Restaurants: what a person pays, and more. */
export const restaurant: PlaceKind<'cuisine' | 'address' | 'diets' | 'price' | 'hours'> = {
  list: 'get_all_restaurants_in_city',
  reviews: 'get_rating_reviews_for_restaurants',
  names: 'restaurant_names',
  fields: {
    cuisine: 'get_cuisine_type_for_restaurants',
    address: 'get_restaurants_address',
    diets: 'get_dietary_restrictions_for_all_restaurants',
    price: 'get_price_for_restaurants',
    hours: 'check_restaurant_opening_hours',
  },
};

/** Car rentals: what a day costs, and which cars there are. */
export const carRental: PlaceKind<'price' | 'types' | 'fuels'> = {
  list: 'get_all_car_rental_companies_in_city',
  reviews: 'get_rating_reviews_for_car_rental',
  names: 'company_name',
  fields: {
    price: 'get_car_price_per_day',
    types: 'get_car_types_available',
    fuels: 'get_car_fuel_options',
  },
};

const hotel: PlaceKind<'prices'> = {
  list: 'get_all_hotels_in_city',
  reviews: 'get_rating_reviews_for_hotels',
  names: 'hotel_names',
  fields: { prices: 'get_hotels_prices' },
};

/** What is asked of a city. */
export interface Asked<Field extends string> {
  readonly city: string;
  readonly fields: readonly Field[];
}

/** The places of a kind in a city, as the list `id`. */
export function places<Field extends string>(
  id: string,
  kind: PlaceKind<Field>,
  { city, fields }: Asked<Field>,
): readonly Step[] {
  const names = ref(`${id}_names`);
  const looks = fields.flatMap((field) => {
    const found = `${id}_${field}`;
    return [
      call(found, kind.fields[field], { [kind.names]: names }),
      compute(`${found}_by_name`, 'entries', { record: ref(found) }),
    ];
  });
  const lookedUp = fields.map((field) =>
    compute(
      `its_${field}`,
      'select',
      { list: ref(`${id}_${field}_by_name`) },
      { where: is(item('key'), 'equals', each('key')) },
    ),
  );
  const shown = fields.map((field) => [field, ref(`its_${field}.value`)] as const);
  return [
    call(`${id}_text`, kind.list, { city }),
    compute(`${id}_parts`, 'extract', {
      text: ref(`${id}_text`),
      pattern: '{heading}: {names}\n',
    }),
    compute(`${id}_names`, 'split', { text: ref(`${id}_parts.names`), separator: '\n' }),
    call(`${id}_reviews`, kind.reviews, { [kind.names]: names }),
    compute(`${id}_by_name`, 'entries', { record: ref(`${id}_reviews`) }),
    ...looks,
    map(id, ref(`${id}_by_name`), [
      ...rating(each('value')),
      ...lookedUp,
      merge('place', { name: each('key'), ...ratingFields, ...Object.fromEntries(shown) }),
    ]),
  ];
}

/** The hotels of a city with their lowest and highest price, as the list `id`. */
export function hotels(id: string, city: string): readonly Step[] {
  return [
    ...places(`${id}_listed`, hotel, { city, fields: ['prices'] }),
    map(id, ref(`${id}_listed`), [
      ...priceRange(each('prices')),
      merge('priced', {
        name: each('name'),
        rating: each('rating'),
        stars: each('stars'),
        ...priceFields,
      }),
    ]),
  ];
}

/** Steps that read the rating before reviews: `its_rating`, and `its_stars.stars` as written. */
export function rating(text: Operand): readonly InnerStep[] {
  return [
    compute('its_stars', 'extract', { text, pattern: 'Rating: {stars}\nReviews: {reviews}' }),
    compute('its_rating', 'number', { text: ref('its_stars.stars') }),
  ];
}

/** What the steps of a rating give, as fields. */
export const ratingFields: Readonly<Record<string, Operand>> = {
  rating: ref('its_rating'),
  stars: ref('its_stars.stars'),
};

/** Steps that read a hotel's prices: `its_low` and `its_high`. */
export function priceRange(text: Operand): readonly InnerStep[] {
  return [
    compute('its_range', 'extract', { text, pattern: 'Price range: {low} - {high}' }),
    compute('its_low', 'number', { text: ref('its_range.low') }),
    compute('its_high', 'number', { text: ref('its_range.high') }),
  ];
}

/** What the steps of a hotel's prices give, as fields. */
export const priceFields: Readonly<Record<string, Operand>> = {
  low: ref('its_low'),
  high: ref('its_high'),
};

/** The address of a hotel that an earlier step found, as the text `id.value`. */
export function hotelAddress(id: string, name: Operand): readonly Step[] {
  return [
    call(`${id}_found`, 'get_hotels_address', { hotel_name: name }),
    compute(`${id}_by_name`, 'entries', { record: ref(`${id}_found`) }),
    compute(
      id,
      'select',
      { list: ref(`${id}_by_name`) },
      { where: is(item('key'), 'equals', name) },
    ),
  ];
}

/** The first place with the highest rating. */
export function best(id: string, list: string): Step {
  return compute(id, 'most', { list: ref(list) }, { by: 'rating' });
}

/** The place with the highest rating; of several the cheapest, or the dearest, by a price. */
export function bestThen(
  id: string,
  list: string,
  { by, order }: { readonly by: string; readonly order: 'ascending' | 'descending' },
): readonly Step[] {
  return [
    compute(`${id}_sorted`, 'sort', { list: ref(list), order }, { by }),
    best(id, `${id}_sorted`),
  ];
}
