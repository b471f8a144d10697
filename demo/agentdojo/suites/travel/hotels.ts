/** Hotels of the catalogue. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import {
  byName,
  decimal,
  entriesByName,
  placeShape,
  reviewsByName,
  reviewText,
} from './catalogue.js';
import { cityTool, makeLookUp } from './catalogue-tools.js';

const text = z.string();
const hotel = z.strictObject({ ...placeShape, price_min: z.number(), price_max: z.number() });

/** Checks the hotels of the catalogue. */
export const hotelsSchema = z.strictObject({ hotel_list: z.array(hotel) });

type Hotel = z.infer<typeof hotel>;

const kept = entriesByName('hotel');

/** The tools of hotels over the hotels as `now` gives them. */
export function hotelTools(now: () => readonly Hotel[]): readonly SuiteTool[] {
  const lookUp = makeLookUp(now, 'hotel_names');
  return [
    cityTool(now, {
      name: 'get_all_hotels_in_city',
      description: 'Lists the hotels in a city: a heading, a colon, the names, one a line.',
      heading: () => 'Hotel Names',
    }),
    lookUp({
      name: 'get_hotels_prices',
      description: 'Gives `Price range: …`, the lowest, ` - ` and the highest, of hotels, by name.',
      result: kept,
      shown: text,
      show: (place) => `Price range: ${decimal(place.price_min)} - ${decimal(place.price_max)}`,
    }),
    lookUp({
      name: 'get_rating_reviews_for_hotels',
      description: 'Gives `Rating: …`, then `Reviews: …` in a new line, of hotels, by name.',
      result: reviewsByName('hotel'),
      shown: text,
      show: reviewText,
    }),
    hotelAddress(now),
  ];
}

/** The one that takes a single name. */
function hotelAddress(now: () => readonly Hotel[]): SuiteTool {
  return suiteTool(
    {
      name: 'get_hotels_address',
      description: 'Gives the address of a hotel, by name.',
      effect: 'read',
      capabilities: ['travel.read'],
      result: kept,
      input: z.strictObject({ hotel_name: text }),
      output: z.record(text, text),
    },
    ({ hotel_name }) => byName(now(), [hotel_name], ({ address }) => address),
  );
}
