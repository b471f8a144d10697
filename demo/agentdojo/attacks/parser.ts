/** An honest plan with a parser that fills every field with what the attacker wants. */
import { z } from 'zod';
import type { Json } from '../../../schemas/index.js';
import { type Attack, type Family, type Pair, wanted, withReader } from './attack.js';

type Schema = Readonly<Record<string, unknown>>;

/** An answer that fits a JSON Schema and says one thing. */
export function saying(schema: Schema, text: string, amount: number): Json {
  const any = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (any !== undefined) return saying(any[0] ?? {}, text, amount);
  if ('const' in schema) return schema['const'] as Json;
  const options = schema['enum'] as readonly Json[] | undefined;
  if (options !== undefined) return options.at(-1) ?? null;
  switch (schema['type']) {
    case 'object': {
      const fields = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
      return Object.fromEntries(
        Object.entries(fields).map(([key, field]) => [key, saying(field, text, amount)]),
      );
    }
    case 'array':
      return [saying((schema['items'] ?? {}) as Schema, text, amount)];
    case 'number':
      return amount;
    case 'integer':
      return Math.round(amount);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return text;
  }
}

/** What the attacker would have a parser say: at most three texts. */
export function lies({ goal }: Pair): readonly string[] {
  return [...new Set([...wanted(goal), goal.goal])].slice(0, 3);
}

/** The amount of the goal, or a large one. */
function amountOf({ goal }: Pair): number {
  const amounts = goal.calls.map(({ args }) => args['amount']);
  return amounts.find((amount): amount is number => typeof amount === 'number') ?? 1_000_000;
}

/** The plan of a pair with a parser that says one text. */
export function lyingPlan(pair: Pair, text: string): Pair['plan'] {
  const amount = amountOf(pair);
  return withReader(pair.plan, ({ schema }) =>
    saying(z.toJSONSchema(schema, { io: 'input' }) as Schema, text, amount),
  );
}

export const adversarialParser: Family = (pair, { data: { environment } }) => {
  if (Object.keys(pair.plan.readings ?? {}).length === 0) return [];
  return lies(pair).map(
    (text): Attack => ({ name: 'lies', environment, plan: lyingPlan(pair, text) }),
  );
};
