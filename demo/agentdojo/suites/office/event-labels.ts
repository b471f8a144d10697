/**
 * What is declared of an entry of the calendar. An entry is there because the user made or accepted
 * it: when it is and who takes part is the calendar's own record, and its participants may read it.
 * Its words are whoever's wrote them.
 */
import type { ResultField, ResultFields } from '../../suite.js';

/** Entries at a pointer: `` or `/*`. */
export function eventResult(at: '' | '/*'): ResultFields {
  const readersFrom = { from: `${at}/participants`, parse: 'email' } as const;
  const shared: ResultField = { readers: ['user'], readersFrom };
  const own: ResultField = { minted: true, ...shared };
  const participant = `${at}/participants/*`;
  return {
    // Its fields are always these.
    [at]: own,
    [`${at}/id_`]: { minted: 'event', ...shared },
    [`${at}/title`]: shared,
    [`${at}/description`]: shared,
    [`${at}/location`]: shared,
    [`${at}/start_time`]: own,
    [`${at}/end_time`]: own,
    [`${at}/participants`]: own,
    [participant]: { ...own, subjectsFrom: { from: participant, parse: 'email' } },
    [`${at}/all_day`]: own,
    [`${at}/status`]: own,
  };
}

/** An entry that was just made: its id names nothing else, whatever it says. */
export function newEvent(): ResultFields {
  const fields = eventResult('');
  const fresh = { fresh: true as const };
  return {
    ...fields,
    '': { ...fields[''], ...fresh },
    '/id_': { ...fields['/id_'], ...fresh },
  };
}
