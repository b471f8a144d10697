/**
 * `read_contacts`: the user's address book. The user may read it, but it is about other people, who
 * never agreed to be passed on.
 */
import { z } from 'zod';
import { defineTool, type Tool } from '../../hosts/index.js';
import { readContacts } from '../mail/contacts.js';

const text = z.string();
const output = z.strictObject({
  contacts: z.array(z.strictObject({ id: text, name: text, email: text, phone: text, note: text })),
});
const ofOthers = { readers: ['user'], subjects: ['third_party'] };

/** Makes the tool; it reads the address book from disk at each call. */
export function readContactsTool(): Tool {
  return defineTool({
    name: 'read_contacts',
    description: "Gives the user's whole address book.",
    effect: 'read',
    capabilities: ['contacts.read'],
    result: { '': ofOthers },
    input: z.strictObject({}),
    output,
    run: async () => ({ contacts: await readContacts() }),
  });
}
