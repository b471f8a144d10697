/**
 * What is declared of a mail that a tool gives. The mail server mints the id, the time of receipt
 * and the state; all else was written by whoever sent the mail, its sender's name too. The
 * addresses of a mail that the user sent are the user's own: the server says which those are.
 */
import type { ResultField, ResultFields } from '../../suite.js';

type Place = '' | '/*';

const mine: ResultField = { readers: ['user'] };
const host: ResultField = { minted: true, ...mine };
const words: ResultField = { ...mine, subjects: ['user'] };

/** Mails of any origin; `at` is the pointer of one mail. */
export function anyMail(at: Place): ResultFields {
  const address = (pointer: string): ResultField => ({ ...mine, ...about(pointer) });
  const sent = { mintedWhere: { from: `${at}/status`, equals: ['sent'] } };
  const own = { minted: true as const, ...sent };
  return {
    // Its fields are always these.
    [at]: host,
    [`${at}/id_`]: { minted: 'mail', ...mine },
    [`${at}/sender`]: address(`${at}/sender`),
    ...Object.fromEntries(
      ['recipients', 'cc', 'bcc'].flatMap((name) => [
        [`${at}/${name}`, { ...own, ...mine }],
        [`${at}/${name}/*`, { ...own, ...address(`${at}/${name}/*`) }],
      ]),
    ),
    [`${at}/subject`]: words,
    [`${at}/body`]: words,
    [`${at}/status`]: host,
    [`${at}/read`]: host,
    [`${at}/timestamp`]: host,
    [`${at}/attachments`]: words,
  };
}

/** Mails that the user sent: whoever they went to may read them, and who else got them. */
export function sentMail(at: Place): ResultFields {
  const readBy = (list: 'recipients' | 'cc'): ResultField => ({
    ...mine,
    readersFrom: { from: `${at}/${list}`, parse: 'email' },
  });
  const open = (list: 'recipients' | 'cc'): ResultFields => ({
    [`${at}/${list}`]: { minted: true, ...readBy(list) },
    [`${at}/${list}/*`]: { minted: true, ...readBy(list), ...about(`${at}/${list}/*`) },
  });
  const sentWords = { ...words, ...readBy('recipients') };
  return {
    ...anyMail(at),
    [`${at}/sender`]: { minted: true, ...readBy('recipients') },
    ...open('recipients'),
    ...open('cc'),
    [`${at}/bcc`]: host,
    [`${at}/bcc/*`]: { ...host, ...about(`${at}/bcc/*`) },
    [`${at}/subject`]: sentWords,
    [`${at}/body`]: sentWords,
    [`${at}/attachments`]: sentWords,
  };
}

/** An address is about the one whose it is. */
function about(pointer: string): ResultField {
  return { subjectsFrom: { from: pointer, parse: 'email' } };
}
