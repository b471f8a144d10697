/** The shape of `sluice.toml`: strict at every level, bounded, with its defaults. */
import { z } from 'zod';
import { loopModes } from '../../reasoner/index.js';
import { isName } from '../../schemas/index.js';
import { providerNames } from './settings.js';

const MAX_LIST = 256;
const MAX_CAP = 1000;
const MAX_TOKENS = 10_000_000;
const CONTROL = /\p{Cc}/u;
const OTHER_HOME = /^~[^/]/;

/** A text of one line. */
export const text = z
  .string()
  .min(1, 'an empty text')
  .max(1024, 'longer than 1024 characters')
  .refine((value) => !CONTROL.test(value), 'a control character');
/** A whole number from 1. */
export const count = (most: number): z.ZodNumber =>
  z.number().int('no whole number').min(1, 'less than 1').max(most, `more than ${most}`);
/** A list of at most so many items. */
export const list = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(MAX_LIST, 'too many items');

/** The name of a capability. */
export const capability = z
  .string()
  .refine(isName, 'no capability: a letter, then letters, digits or `_.:-`');
/** A path; `~/` is the user's home. */
export const path = text.refine((value) => !OTHER_HOME.test(value), 'a home of somebody else');
/** An address of a server. */
export const address = text.refine(
  isAddress,
  'no `http` or `https` address without user and password',
);

function isAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

const tier = z.strictObject({
  provider: z.enum(providerNames),
  // The log of turns keeps it, with the provider in front, in 256 characters.
  model: text.max(200, 'longer than 200 characters'),
  think: z.boolean().default(false),
  host: address.optional(),
  context_tokens: count(MAX_TOKENS).optional(),
  max_tokens: count(MAX_TOKENS).optional(),
});

/** Whose runs these are. */
export const principal = z.strictObject({
  id: text.regex(/^user:\S+$/, 'must be `user:` and a name without spaces'),
});

export const settingsSchema = z.strictObject({
  policy: path.optional(),
  runtime: z.strictObject({
    mode: z.enum(loopModes).default('local'),
    llm: z.strictObject({ fast: tier, middle: tier.optional(), wise: tier.optional() }),
    hybrid: z
      .strictObject({
        critical_capabilities: list(capability).default([]),
        escalate_after_failure: z.boolean().default(true),
      })
      .prefault({}),
    caps: z
      .strictObject({
        steps: count(MAX_CAP).default(5),
        same_executor: count(MAX_CAP).default(2),
      })
      .prefault({}),
  }),
  catalogue: z
    .strictObject({
      shipped: z.boolean().default(true),
      secrets: path.optional(),
      folders: list(path).default([]),
      keys: list(path).default([]),
      hints: z.record(capability, list(text).min(1, 'an empty list')).default({}),
    })
    .prefault({}),
  grant: z.strictObject({ capabilities: list(capability).default([]) }).prefault({}),
  principal: principal.optional(),
  /** What the gateway reads of the same file. */
  gateway: z.unknown().optional(),
  clients: z.unknown().optional(),
  servers: z.unknown().optional(),
});

export type SettingsText = z.output<typeof settingsSchema>;
export type TierText = z.output<typeof tier>;
