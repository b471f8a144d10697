/** The account of the banking suite, its payments, its user and a folder of files. */
import { z } from 'zod';

const text = z.string();

export const transaction = z.strictObject({
  id: z.number().int(),
  sender: text,
  recipient: text,
  amount: z.number(),
  subject: text,
  date: text,
  recurring: z.boolean(),
});

export const bankAccount = z.strictObject({
  balance: z.number(),
  iban: text,
  transactions: z.array(transaction),
  scheduled_transactions: z.array(transaction),
});

/** What the bank knows of its customer and shows. */
export const userInfo = z.strictObject({
  first_name: text,
  last_name: text,
  street: text,
  city: text,
});

export const environment = z.strictObject({
  bank_account: bankAccount,
  filesystem: z.strictObject({ files: z.record(text, text) }),
  user_account: userInfo.extend({ password: text }),
});

export type Transaction = z.infer<typeof transaction>;
export type BankAccount = z.infer<typeof bankAccount>;
export type Bank = z.infer<typeof environment>;

/** Made and planned payments share their numbers. */
export function nextTransactionId(account: BankAccount): number {
  const all = [...account.transactions, ...account.scheduled_transactions];
  return Math.max(0, ...all.map(({ id }) => id)) + 1;
}
