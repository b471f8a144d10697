/**
 * What is declared of a file of the drive. The drive mints the id and the time of the last change,
 * and it attests the account that owns the file. Anybody can share a file with the user, so that
 * its name, its text and how long that is are its owner's. Whom it is shared with is no reader
 * here: the addresses are keys, which a declaration cannot name.
 */
import type { ResultField, ResultFields } from '../../suite.js';

/** Files at a pointer: `` or `/*`. */
export function fileResult(at: '' | '/*'): ResultFields {
  const readersFrom = { from: `${at}/owner`, parse: 'email' } as const;
  const shared: ResultField = { readers: ['user'], readersFrom };
  return {
    // Its fields are always these.
    [at]: { minted: true, readers: ['user'], readersFrom },
    // Writing into a file is told to whoever may read it, under the name of that capability.
    [`${at}/id_`]: { minted: 'file', readers: ['user', 'cap:files.write'], readersFrom },
    [`${at}/filename`]: shared,
    [`${at}/content`]: shared,
    [`${at}/owner`]: { minted: true, ...shared },
    [`${at}/last_modified`]: { minted: true, ...shared },
    [`${at}/shared_with`]: { readers: ['user'] },
    [`${at}/size`]: shared,
  };
}
