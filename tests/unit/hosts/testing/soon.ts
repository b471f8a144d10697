/** Time that runs out as soon as nothing else is left to do. */
import type { Timer } from '../../../../schemas/index.js';

export const soon: Timer = {
  after: (_ms, callback) => {
    const handle = setImmediate(callback);
    return () => clearImmediate(handle);
  },
};
