/** Throws, before the kernel is loaded, where the realm could not be locked down in time. */

import { builtInsWereFrozen } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { realm } from './realm.js';

const SHOWN = 5;

function assertRealm(): void {
  if (realm.kind === 'altered') {
    const shown = realm.where.slice(0, SHOWN).map((path) => `\`${path}\``);
    const text = `built-ins are not as they were made: ${shown.join(', ')}`;
    throw new HostError('realm_altered', text, { problems: realm.where });
  }
  if (realm.kind === 'no_ses') {
    throw new HostError('realm_package_missing', '`ses` is not installed', { cause: realm.cause });
  }
  if (realm.kind === 'not_locked') {
    const text = 'the realm could not be locked down';
    throw new HostError('realm_altered', text, { cause: realm.cause });
  }
  if (!builtInsWereFrozen) {
    const text = 'the package was loaded before the realm was locked down';
    throw new HostError('realm_late', text);
  }
}

assertRealm();
