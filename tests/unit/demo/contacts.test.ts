import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContacts } from '../../../demo/mail/contacts.js';
import { tempFolder } from './temp-folder.js';

describe('readContacts', () => {
  it('reads five third parties, none of them at the house of Alice', async () => {
    const contacts = await readContacts();
    expect(contacts.map(({ name }) => name)).toEqual([
      'Inês Calder',
      'Tomasz Brandt',
      'Hana Okafor',
      'Luc Perrault',
      'Mei Satō',
    ]);
    expect(new Set(contacts.map(({ id }) => id)).size).toBe(5);
    for (const { email } of contacts) expect(email).toMatch(/\.example$/);
  });

  it.each(['', '[]', '{}', '[{"id":"c-1"}]', '[{"id":"c-1","name":"A","email":"a"}]'])(
    'refuses an address book of `%s`',
    async (content) => {
      const path = join(await tempFolder(), 'contacts.json');
      await writeFile(path, content);
      await expect(readContacts(path)).rejects.toMatchObject({ code: 'config_malformed' });
    },
  );

  it('refuses an address book that is not there', async () => {
    const path = join(await tempFolder(), 'absent.json');
    await expect(readContacts(path)).rejects.toMatchObject({ code: 'config_malformed' });
  });
});
