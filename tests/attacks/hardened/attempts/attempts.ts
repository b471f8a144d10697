/** Every attempt by name. */
import type { Attempts } from '../attempt.js';
import { collectionAttempts } from './collections.js';
import { functionAttempts } from './functions.js';
import { handedAttempts } from './handed.js';
import { listAttempts } from './lists.js';
import { objectAttempts } from './objects.js';
import { platformAttempts } from './platform.js';

export const attempts: Attempts = Object.freeze({
  nothing: { what: 'nothing: what the others are compared with' },
  ...listAttempts,
  ...collectionAttempts,
  ...objectAttempts,
  ...functionAttempts,
  ...handedAttempts,
  ...platformAttempts,
});
