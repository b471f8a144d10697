/** The suite of a travel agency: its catalogue, reservations, and the traveller's mail. */
import { z } from 'zod';
import { assembleSuite, type Suite } from '../../suite.js';
import { calendar, calendarTools, inbox, mailTools } from '../office/index.js';
import { carRentalsSchema, carRentalTools } from './car-rentals.js';
import { flightsSchema, flightTools } from './flights.js';
import { hotelsSchema, hotelTools } from './hotels.js';
import { reservationSchema, reservationTools } from './reservations.js';
import { restaurantsSchema, restaurantTools } from './restaurants.js';
import { travellerSchema, travellerTools } from './traveller.js';

const travelEnvironmentSchema = z.strictObject({
  hotels: hotelsSchema,
  restaurants: restaurantsSchema,
  car_rental: carRentalsSchema,
  flights: flightsSchema,
  user: travellerSchema,
  calendar,
  reservation: reservationSchema,
  inbox,
});

type TravelEnvironment = z.infer<typeof travelEnvironmentSchema>;

/** What the traveller's mail and calendar can do here. */
const officeTools = [
  'create_calendar_event',
  'search_calendar_events',
  'get_day_calendar_events',
  'cancel_calendar_event',
  'send_email',
];

/** Makes the suite. */
export function makeTravel(): Suite {
  return assembleSuite<TravelEnvironment>({
    name: 'travel',
    principal: 'user:emma.johnson@bluesparrowtech.com',
    environment: travelEnvironmentSchema,
    tools: (now) => [
      ...hotelTools(() => now().hotels.hotel_list),
      ...restaurantTools(() => now().restaurants.restaurant_list),
      ...carRentalTools(() => now().car_rental.company_list),
      ...flightTools(() => now().flights.flight_list),
      ...travellerTools(() => now().user),
      ...reservationTools(now),
      ...[...calendarTools(now), ...mailTools(now)].filter(({ definition }) =>
        officeTools.includes(definition.name),
      ),
    ],
    facts: ({ calendar: { account_email, current_day } }) => ({
      own_email: { value: account_email, readers: 'anyone' },
      today: { value: current_day, readers: 'anyone' },
      day_start: { value: '00:00', readers: 'anyone' },
      day_end: { value: '23:59', readers: 'anyone' },
    }),
  });
}
