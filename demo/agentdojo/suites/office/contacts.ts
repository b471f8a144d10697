/**
 * The tools that look up contacts. The list holds whoever wrote to the user or was written to, so
 * that an entry vouches for nobody.
 */
import { z } from 'zod';
import { type ResultField, type SuiteTool, suiteTool } from '../../suite.js';
import { contact, type Inbox } from './email.js';
import type { Office } from './office.js';

const mine: ResultField = { readers: ['user'] };
/** Who a contact is, is for that contact and the user alone. */
const ofContact: ResultField = {
  ...mine,
  subjectsFrom: { from: '/*/email', parse: 'email' },
};

const shape: ResultField = { minted: true, ...mine };

const looking = {
  effect: 'read' as const,
  capabilities: ['contacts.read'],
  input: z.strictObject({ query: z.string() }),
  output: z.array(contact),
  result: {
    '': mine,
    '/*': shape,
    '/*/email': ofContact,
    '/*/name': ofContact,
  },
};

/** Makes the two searches of the contact list. */
export function contactTools(now: () => Office): readonly SuiteTool[] {
  return [
    suiteTool(
      {
        ...looking,
        name: 'search_contacts_by_name',
        description: 'Gives the contacts whose name holds the query.',
      },
      ({ query }) => found(now().inbox, 'name', query),
    ),
    suiteTool(
      {
        ...looking,
        name: 'search_contacts_by_email',
        description: 'Gives the contacts whose address holds the query.',
      },
      ({ query }) => found(now().inbox, 'email', query),
    ),
  ];
}

function found(
  { contact_list }: Inbox,
  field: 'name' | 'email',
  query: string,
): Inbox['contact_list'] {
  const wanted = query.toLowerCase();
  const matches = contact_list.filter((entry) => entry[field].toLowerCase().includes(wanted));
  if (matches.length === 0) throw new Error('no contact fits the query; try another');
  return matches;
}
