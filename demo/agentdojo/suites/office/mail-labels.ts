/**
 * What is declared of a mail that a tool gives. The mail server mints the id, the time of receipt
 * and the state; all else was written by whoever sent the mail, its sender's name too. Only where
 * every mail of the result is one that the user sent do its addresses count as the user's own.
 */
import type { ResultField, ResultFields } from '../../suite.js';

const mine: ResultField = { readers: ['user'] };
const host: ResultField = { minted: true, ...mine };

/** Mails of any origin. `at` is the pointer of one mail: `` or `/*`. */
export function anyMail(at: '' | '/*'): ResultFields {
  return fields(at, {
    address: (pointer) => ({ ...mine, subjectsFrom: { from: pointer, parse: 'email' } }),
    words: { ...mine, subjects: ['user'] },
  });
}

/** Mails that the user sent: whoever they went to may read them. */
export function sentMail(at: '' | '/*'): ResultFields {
  const readersFrom = { from: `${at}/recipients`, parse: 'email' } as const;
  return fields(at, {
    address: (pointer) => ({ ...host, subjectsFrom: { from: pointer, parse: 'email' } }),
    words: { ...mine, readersFrom, subjects: ['user'] },
  });
}

interface Kinds {
  readonly address: (pointer: string) => ResultField;
  readonly words: ResultField;
}

function fields(at: '' | '/*', { address, words }: Kinds): ResultFields {
  const lists = ['recipients', 'cc', 'bcc'].flatMap((name) => {
    const pointer = `${at}/${name}/*`;
    const { minted } = address(pointer);
    return [
      [`${at}/${name}`, minted === undefined ? mine : host],
      [pointer, address(pointer)],
    ] as const;
  });
  return {
    [at]: mine,
    [`${at}/id_`]: { minted: 'mail', readers: ['user'] },
    [`${at}/sender`]: address(`${at}/sender`),
    ...Object.fromEntries(lists),
    [`${at}/subject`]: words,
    [`${at}/body`]: words,
    [`${at}/status`]: host,
    [`${at}/read`]: host,
    [`${at}/timestamp`]: host,
    [`${at}/attachments`]: words,
  };
}
