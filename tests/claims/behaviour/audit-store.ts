/** Family A, where the audit may fail: before an effect, after it, and where it is only shown. */
import type { BehaviourRows } from '../item.js';

export const auditStoreItems = {
  'A-19': { item: 'A decision that cannot be recorded is a denial.' },
  'A-30': { item: 'Where the admission is not recorded, the call is refused; a log may fail.' },
  'A-31': { item: 'An end that is not recorded leaves the call uncertain; a denial stays one.' },
} as const satisfies BehaviourRows;
