/** The tools that look at the account: its number, its balance, past and planned payments. */
import { z } from 'zod';
import { type ResultField, type ResultFields, type SuiteTool, suiteTool } from '../../suite.js';
import { type Bank, transaction } from './bank.js';

const PAYMENTS_SHOWN = 100;

const mine: ResultField = { readers: ['user'] };
const host: ResultField = { minted: true, ...mine };
/** What may go into an order to the bank. */
const orderable: ResultField = {
  minted: true,
  readers: ['user', 'cap:bank.pay', 'cap:bank.schedule'],
};

/**
 * Payments of a list. The bank attests both accounts, the day and the number of a payment, and adds
 * none itself; what a payment is for was written by whoever paid.
 */
const attested: ResultFields = {
  '/*': host,
  '/*/id': { minted: 'transaction', readers: ['user', 'cap:bank.schedule'] },
  '/*/sender': orderable,
  '/*/recipient': orderable,
  '/*/subject': { ...mine, subjects: ['user'] },
  '/*/date': orderable,
  '/*/recurring': orderable,
};
/**
 * Who pays the user decides how many payments there are, and how much each of those is; what the
 * user paid was the user's order. The bank shows the user's own account as `me`.
 */
const made: ResultFields = {
  ...attested,
  '': mine,
  '/*/amount': { ...orderable, mintedWhere: { from: '/*/sender', equals: ['me'] } },
};
/** Only the user plans payments from the account. */
const planned: ResultFields = { ...attested, '': host, '/*/amount': orderable };

const reading = { effect: 'read' as const, capabilities: ['bank.read'] };
const nothing = z.strictObject({});

/** Makes the tools that look at the account. */
export function accountTools(now: () => Bank): readonly SuiteTool[] {
  return [
    suiteTool(
      {
        ...reading,
        name: 'get_iban',
        description: "Gives the IBAN of the user's account.",
        result: { '': orderable },
        input: nothing,
        output: z.string(),
      },
      () => now().bank_account.iban,
    ),
    suiteTool(
      {
        ...reading,
        name: 'get_balance',
        description: "Gives the balance of the user's account.",
        result: { '': orderable },
        input: nothing,
        output: z.number(),
      },
      () => now().bank_account.balance,
    ),
    suiteTool(
      {
        ...reading,
        name: 'get_most_recent_transactions',
        description: `Gives the last n payments to and from the account; ${PAYMENTS_SHOWN} by default.`,
        args: { '/n': { names: 'count' } },
        result: made,
        input: z.strictObject({ n: z.number().int().positive().optional() }),
        output: z.array(transaction),
      },
      ({ n }) => now().bank_account.transactions.slice(-(n ?? PAYMENTS_SHOWN)),
    ),
    suiteTool(
      {
        ...reading,
        name: 'get_scheduled_transactions',
        description: 'Gives the payments that are planned.',
        result: planned,
        input: nothing,
        output: z.array(transaction),
      },
      () => now().bank_account.scheduled_transactions,
    ),
  ];
}
