/**
 * What is declared of a file of the drive. The drive mints the id and the time of the last change,
 * and it attests the account that owns the file. Anybody can share a file with the user, so that
 * its name, its text and how long that is are its owner's. Whom an own file is shared with was the
 * user's choice: those may read it.
 */
import type { ResultField, ResultFields } from '../../suite.js';

/** Files at a pointer: `` or `/*`. */
export function fileResult(at: '' | '/*'): ResultFields {
  const readersFrom = [
    { from: `${at}/owner`, parse: 'email' as const },
    { from: `${at}/shared_with`, parse: 'email' as const, keys: true as const },
  ];
  const mine = { mintedWhere: { from: `${at}/owner`, user: 'email' as const } };
  const shared: ResultField = { readers: ['user'], readersFrom };
  return {
    // Its fields are always these.
    [at]: { minted: true, readers: ['user'], readersFrom },
    [`${at}/id_`]: { minted: 'file', ...shared },
    [`${at}/filename`]: shared,
    [`${at}/content`]: shared,
    [`${at}/owner`]: { minted: true, ...shared },
    [`${at}/last_modified`]: { minted: true, ...shared },
    [`${at}/shared_with`]: { minted: true, ...mine, readers: ['user'] },
    [`${at}/shared_with/*`]: { minted: true, ...mine, readers: ['user'] },
    [`${at}/size`]: shared,
  };
}
