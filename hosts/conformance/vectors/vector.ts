/**
 * A vector: one case with everything that is outside of it, and what is to come of it, as JSON that
 * a program of any language can check itself by. Version 1.
 */
import { createHash } from 'node:crypto';
import stableStringify from 'fast-json-stable-stringify';
import { z } from 'zod';
import { json, neutralCaseSchema } from '../scene/neutral-case.js';

/** What a subject asks in order, and the answers. */
const exchangeSchema = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('call'), tool: z.string(), args: json, answer: json }),
  z.strictObject({ ask: z.literal('plan'), content: json, answer: json }),
  z.strictObject({ ask: z.literal('parse'), schema: z.string(), source: json, answer: json }),
  z.strictObject({ ask: z.literal('rule'), tool: z.string(), answer: z.enum(['allow', 'deny']) }),
]);

const expectSchema = z.strictObject({
  status: z.string(),
  decisions: z.array(
    z.strictObject({
      tool: z.string(),
      outcome: z.enum(['allow', 'deny']),
      stage: z.string().nullable(),
    }),
  ),
  calls: z.array(z.strictObject({ tool: z.string(), args: json })),
  digest: z.string(),
});

/** The shape of a vector. */
export const vectorSchema = z.strictObject({
  id: z.string(),
  case: neutralCaseSchema,
  exchange: z.array(exchangeSchema),
  expect: expectSchema,
});
export type Vector = z.infer<typeof vectorSchema>;
export type Exchange = z.infer<typeof exchangeSchema>;
export type Expected = z.infer<typeof expectSchema>;

/** SHA-256 (hex) of the canonical JSON, its keys sorted, of status, decisions and calls. */
export function traceDigest({ status, decisions, calls }: Omit<Expected, 'digest'>): string {
  return createHash('sha256').update(stableStringify({ status, decisions, calls })).digest('hex');
}
