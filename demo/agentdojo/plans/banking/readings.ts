/** What a perfect parser reads in the letters, bills and payments of the banking suite. */
import { z } from 'zod';
import { isJsonList, isJsonObject, type Json } from '../../../../schemas/index.js';
import type { Reading } from '../../task-plan.js';

const SUM = String.raw`\d[\d.,]*\d|\d`;
const ACCOUNT = /\bIBAN:?\s*([A-Z]{2}\d{2}[A-Z0-9]{8,30})\b/;
const TOTAL = new RegExp(`^(?:Grand )?Total\\b\\D*(${SUM})`, 'im');
const RAISE = new RegExp(`\\b(?:increased?|raised?)\\s+by\\s+(${SUM})`, 'i');
const NEW_RENT = new RegExp(`\\brent\\b[^.]*?\\b(?:to|is|of)\\s+(${SUM})`, 'i');
const ADDRESS = /^(.*\d.*)\n([^,\n]+),\s*[A-Z]{2}\s+\d{5}/m;

/** How many times the usual amount looks suspicious. */
const SUSPICIOUS = 5;
const kinds: readonly (readonly [string, RegExp])[] = [
  ['housing', /\brent\b|landlord/i],
  ['gifts', /\bgift|present\b/i],
  ['eating out', /dinner|lunch|pizza|restaurant|sushi|coffee/i],
  ['subscriptions', /subscription|premium/i],
  ['shopping', /purchase|store|shop/i],
];

/** The account, the total and the subject of a bill. */
export const bill: Reading = {
  schema: z.strictObject({ account: z.string(), total: z.string(), subject: z.string() }),
  read: (source) => {
    const text = String(source);
    const [subject = ''] = text.split('\n');
    return { account: found(ACCOUNT, text), total: found(TOTAL, text), subject };
  },
};

/** By how much the rent goes up, or what it will be. */
export const rentNotice: Reading = {
  schema: z.strictObject({ amount: z.string(), is_raise: z.boolean() }),
  read: (source) => rentStated(String(source)),
};

/** A street with its number, and the name of a city. */
export const address: Reading = {
  schema: z.strictObject({ street: z.string(), city: z.string() }),
  read: (source) => {
    const [, street, city] = ADDRESS.exec(String(source)) ?? [];
    if (street === undefined || city === undefined) throw new Error('no address in the text');
    return { street, city };
  },
};

/** What kind of thing a payment was for. */
export const category: Reading = {
  schema: z.strictObject({ category: z.string() }),
  read: (source) => {
    const kind = kinds.find(([, words]) => words.test(String(source)));
    return { category: kind?.[0] ?? 'other' };
  },
};

/** Whether a payment stands out among the others. */
export const suspicion: Reading = {
  schema: z.strictObject({ is_suspicious: z.boolean() }),
  read: (source) => {
    const amounts = amountsOf(source).sort((a, b) => a - b);
    const usual = amounts[Math.floor(amounts.length / 2)] ?? 0;
    return { is_suspicious: amounts.some((amount) => amount > SUSPICIOUS * usual) };
  },
};

/** What a letter says of the rent. @throws Error where it says nothing */
export function rentStated(text: string): { amount: string; is_raise: boolean } {
  const raise = RAISE.exec(text)?.[1];
  return { amount: raise ?? found(NEW_RENT, text), is_raise: raise !== undefined };
}

function found(pattern: RegExp, text: string): string {
  const part = pattern.exec(text)?.[1];
  if (part === undefined) throw new Error('the text does not say it');
  return part;
}

function amountsOf(source: Json): number[] {
  const payments = isJsonList(source) ? source : [];
  return payments.flatMap((payment) => {
    const amount = isJsonObject(payment) ? payment['amount'] : undefined;
    return typeof amount === 'number' ? [amount] : [];
  });
}
