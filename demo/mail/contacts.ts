/**
 * Alice's address book: people who never agreed to have their data sent round. Read from disk at
 * each call.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { demoPath } from './demo-path.js';
import { DemoError } from './errors.js';

const contactSchema = z.strictObject({
  id: z.string().regex(/^c-[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(200),
  email: z.email().max(254),
  phone: z.string().max(40),
  note: z.string().max(500),
});
const contactsSchema = z.array(contactSchema).min(1).max(1000);

export type Contact = Readonly<z.infer<typeof contactSchema>>;

/**
 * Reads the address book, by default demo/contacts.json; throws `config_malformed` if it is none.
 */
export async function readContacts(path = demoPath('contacts.json')): Promise<readonly Contact[]> {
  try {
    return contactsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new DemoError('config_malformed', `no address book at \`${path}\``, cause);
  }
}
