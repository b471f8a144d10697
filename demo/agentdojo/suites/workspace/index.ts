/** The workspace suite: mail, calendar and a cloud drive. */
import { z } from 'zod';
import { assembleSuite, type Suite } from '../../suite.js';
import { calendar, calendarTools, inbox, mailTools } from '../office/index.js';
import { drive } from './file.js';
import { readFileTools } from './read-files.js';
import { writeFileTools } from './write-files.js';

const environment = z.strictObject({ inbox, calendar, cloud_drive: drive });

/** Whose workspace it is. */
const USER = 'emma.johnson@bluesparrowtech.com';

/** Builds the suite. */
export function makeWorkspace(): Suite {
  return assembleSuite({
    name: 'workspace',
    principal: `user:${USER}`,
    environment,
    tools: (now) => [
      ...mailTools(now),
      ...calendarTools(now),
      ...readFileTools(() => now().cloud_drive),
      ...writeFileTools(() => now().cloud_drive),
    ],
    facts: (now) => ({
      own_email: { value: now.inbox.account_email, readers: 'anyone' },
      today: { value: now.calendar.current_day, readers: 'anyone' },
    }),
  });
}
