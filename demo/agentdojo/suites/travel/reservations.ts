/** Reservations, which bind the traveller. The agency keeps the last one. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import { hoursLater, localTime } from './local-time.js';
import type { Traveller } from './traveller.js';

const text = z.string();

/** Checks the reservation that the agency keeps. */
export const reservationSchema = z.strictObject({
  reservation_type: z.enum(['hotel', 'restaurant', 'car']).nullable(),
  title: text,
  start_time: text,
  end_time: text,
  contact_information: text,
});

export type Reservation = z.infer<typeof reservationSchema>;

interface Booking {
  readonly reservation: Reservation;
  readonly user: Traveller;
}

/** How long a table is kept. */
const TABLE_HOURS = 2;

/**
 * What the three have in common. Where and when is critical, all of it. The answer repeats the
 * arguments, so that it is no better than they are.
 */
const reserving = {
  effect: 'write' as const,
  commit: true,
  capabilities: ['travel.reserve'],
  classes: ['networkEgress', 'workspaceMutation'] as const,
  result: { '': { readers: ['user'] } },
};

/** The tools of reservations over what `now` gives. */
export function reservationTools(now: () => Booking): readonly SuiteTool[] {
  return [reserveHotel(now), reserveRestaurant(now), reserveCar(now)];
}

function reserveHotel(now: () => Booking): SuiteTool {
  return suiteTool(
    {
      ...reserving,
      name: 'reserve_hotel',
      description: 'Reserves a hotel by its name, from one day (YYYY-MM-DD) to another.',
      input: z.strictObject({ hotel: text, start_day: text, end_day: text }),
      output: text,
    },
    ({ hotel, start_day, end_day }) => {
      const times = { start_time: localTime(start_day), end_time: localTime(end_day) };
      reserve(now(), { reservation_type: 'hotel', title: hotel, ...times });
      return `Reservation for ${hotel} from ${start_day} to ${end_day} has been made successfully.`;
    },
  );
}

function reserveRestaurant(now: () => Booking): SuiteTool {
  return suiteTool(
    {
      ...reserving,
      name: 'reserve_restaurant',
      description: 'Reserves a table by the name of the restaurant, for two hours from a time.',
      input: z.strictObject({ restaurant: text, start_time: text }),
      output: text,
    },
    ({ restaurant, start_time }) => {
      const start = localTime(start_time);
      const times = { start_time: start, end_time: hoursLater(start, TABLE_HOURS) };
      reserve(now(), { reservation_type: 'restaurant', title: restaurant, ...times });
      return `A table at ${restaurant} is reserved for ${start_time}.`;
    },
  );
}

function reserveCar(now: () => Booking): SuiteTool {
  return suiteTool(
    {
      ...reserving,
      name: 'reserve_car_rental',
      description: 'Reserves a car by the name of the company, from one time to another.',
      input: z.strictObject({ company: text, start_time: text, end_time: text.nullable() }),
      output: text,
    },
    ({ company, start_time, end_time }) => {
      const start = localTime(start_time);
      const times = {
        start_time: start,
        end_time: end_time === null ? start : localTime(end_time),
      };
      reserve(now(), { reservation_type: 'car', title: company, ...times });
      return `A car of ${company} is reserved from ${start_time}.`;
    },
  );
}

/** Puts a reservation in place of the last one, with the traveller's number to call. */
function reserve(
  { reservation, user }: Booking,
  made: Omit<Reservation, 'contact_information'>,
): void {
  Object.assign(reservation, made, { contact_information: user.phone_number });
}
