/** The plans of the tasks of a travel agency's suite. */
import type { SuitePlans } from '../../task-plan.js';
import { carPlans } from './cars.js';
import { hotelPlans } from './hotels.js';
import { restaurantPlans } from './restaurants.js';
import { tripPlans } from './trips.js';

/** One plan for each task of the suite. */
export const travelPlans: SuitePlans = [
  ...hotelPlans,
  ...restaurantPlans,
  ...carPlans,
  ...tripPlans,
];
