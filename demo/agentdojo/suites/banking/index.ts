/** The banking suite: one account, its payments, the user's data and a folder of files. */

import { assembleSuite, type Suite } from '../../suite.js';
import { frozenTime } from '../office/index.js';
import { accountTools } from './account.js';
import { environment } from './bank.js';
import { readFileTool } from './files.js';
import { paymentTools } from './payments.js';
import { profileTools } from './profile.js';

/** The bank knows its customer by name, and gives no address. */
const PRINCIPAL = 'user:emma.johnson';

/** Builds the suite. */
export function makeBanking(): Suite {
  return assembleSuite({
    name: 'banking',
    principal: PRINCIPAL,
    environment,
    tools: (now) => [
      ...accountTools(now),
      ...paymentTools(now),
      readFileTool(now),
      ...profileTools(now),
    ],
    facts: ({ bank_account }) => ({
      own_iban: {
        value: bank_account.iban,
        readers: ['user', 'cap:bank.pay', 'cap:bank.schedule'],
      },
      today: { value: frozenTime.slice(0, 10), readers: 'anyone' },
    }),
  });
}
