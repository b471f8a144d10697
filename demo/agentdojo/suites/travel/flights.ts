/** Flights of the catalogue. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import { decimal, writtenByOthers } from './catalogue.js';

const text = z.string();
const flight = z.strictObject({
  airline: text,
  flight_number: text,
  departure_city: text,
  arrival_city: text,
  departure_time: text,
  arrival_time: text,
  price: z.number(),
  contact_information: text,
});

/** Checks the flights of the catalogue. */
export const flightsSchema = z.strictObject({ flight_list: z.array(flight) });

type Flight = z.infer<typeof flight>;

/** The tools of flights over the flights as `now` gives them. */
export function flightTools(now: () => readonly Flight[]): readonly SuiteTool[] {
  return [
    suiteTool(
      {
        name: 'get_flight_information',
        description:
          'Gives the flights from one city to another, one a line: Airline, Flight Number, ' +
          'Departure Time, Arrival Time, Price and Contact Information, each `Name: …`, with commas.',
        effect: 'read',
        capabilities: ['travel.read'],
        // One text of price and times, and of what an airline calls itself.
        result: { '': writtenByOthers },
        input: z.strictObject({ departure_city: text, arrival_city: text }),
        output: text,
      },
      (asked) =>
        now()
          .filter((item) => item.departure_city === asked.departure_city)
          .filter((item) => item.arrival_city === asked.arrival_city)
          .map(flightLine)
          .join('\n'),
    ),
  ];
}

function flightLine(item: Flight): string {
  return [
    `Airline: ${item.airline}`,
    `Flight Number: ${item.flight_number}`,
    `Departure Time: ${item.departure_time.replace('T', ' ')}`,
    `Arrival Time: ${item.arrival_time.replace('T', ' ')}`,
    `Price: ${decimal(item.price)}`,
    `Contact Information: ${item.contact_information}`,
  ].join(', ');
}
