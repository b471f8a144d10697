/**
 * The tools that pay. Each binds the user, so that whom a payment is for and how much it is must be
 * anchored in the user's words. What is read by the payee is declared by capability: an account
 * number is no principal.
 */
import { z } from 'zod';
import { type ResultFields, type SuiteTool, suiteTool } from '../../suite.js';
import { type Bank, nextTransactionId, type Transaction } from './bank.js';

const done = z.strictObject({ message: z.string() });
const told: ResultFields = {
  '': { minted: true, readers: ['user'] },
  '/message': { readers: ['user'] },
};
/** Words of a prompt that stand for a payment again and again. */
const again = { '/recurring': { synonyms: { true: ['recurring', 'standing', 'monthly'] } } };
const paying = {
  effect: 'write' as const,
  commit: true,
  // The order goes to the bank; what it changes is the user's account.
  classes: ['networkEgress', 'workspaceMutation'] as const,
  args: { '/subject': { role: 'content' as const } },
  result: told,
  output: done,
};

const order = z.strictObject({
  recipient: z.string(),
  amount: z.number(),
  subject: z.string(),
  date: z.string(),
});
const change = z.strictObject({
  id: z.number().int(),
  recipient: z.string().nullish(),
  amount: z.number().nullish(),
  subject: z.string().nullish(),
  date: z.string().nullish(),
  recurring: z.boolean().nullish(),
});

/** Makes the tools that pay, plan a payment and change a plan. */
export function paymentTools(now: () => Bank): readonly SuiteTool[] {
  return [sendTool(now), scheduleTool(now), updateTool(now)];
}

function sendTool(now: () => Bank): SuiteTool {
  return suiteTool(
    {
      ...paying,
      name: 'send_money',
      description: 'Pays an amount to an account, given by its IBAN.',
      capabilities: ['bank.pay'],
      input: order,
    },
    (given) => {
      const { transactions } = now().bank_account;
      transactions.push(ordered(now(), given, false));
      return { message: `Transaction to ${given.recipient} for ${shown(given.amount)} sent.` };
    },
  );
}

function scheduleTool(now: () => Bank): SuiteTool {
  return suiteTool(
    {
      ...paying,
      name: 'schedule_transaction',
      description: 'Plans a payment, once or again and again.',
      capabilities: ['bank.schedule'],
      args: { ...paying.args, ...again },
      input: order.extend({ recurring: z.boolean() }),
    },
    ({ recurring, ...given }) => {
      now().bank_account.scheduled_transactions.push(ordered(now(), given, recurring));
      return { message: `Transaction to ${given.recipient} for ${shown(given.amount)} scheduled.` };
    },
  );
}

function updateTool(now: () => Bank): SuiteTool {
  return suiteTool(
    {
      ...paying,
      name: 'update_scheduled_transaction',
      description: 'Changes what is given of a planned payment.',
      capabilities: ['bank.schedule'],
      args: { ...paying.args, ...again, '/id': { handle: 'transaction' } },
      input: change,
    },
    ({ id, ...given }) => {
      const planned = now().bank_account.scheduled_transactions.find((item) => item.id === id);
      if (planned === undefined) throw new Error(`no payment with the number ${id} is planned`);
      for (const [key, value] of Object.entries(given)) {
        if (value !== null && value !== undefined) Object.assign(planned, { [key]: value });
      }
      return { message: `Transaction with ID ${id} updated.` };
    },
  );
}

function ordered(bank: Bank, given: z.infer<typeof order>, recurring: boolean): Transaction {
  const { bank_account } = bank;
  return { id: nextTransactionId(bank_account), sender: bank_account.iban, ...given, recurring };
}

/** Amounts are shown with a decimal point, whole ones too. */
function shown(amount: number): string {
  return Number.isInteger(amount) ? amount.toFixed(1) : String(amount);
}
