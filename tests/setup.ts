/** Gives every fast-check property the run's one seed, so that SLUICE_SEED replays all of them. */
import fc from 'fast-check';
import { propertyRuns, propertySeed } from './property/seed.js';

fc.configureGlobal({ seed: propertySeed(), numRuns: propertyRuns() });
