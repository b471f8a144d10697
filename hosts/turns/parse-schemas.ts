/** What the parser of a turn may be asked for: few shapes, so that a small model can fill them. */
import { z } from 'zod';
import type { SchemaInput } from '../../kernel/index.js';

const text = z.string().max(16_384);

export const parseSchemas: Readonly<Record<string, SchemaInput>> = Object.freeze({
  text: z.strictObject({ text }),
  texts: z.strictObject({ texts: z.array(text).max(256) }),
  number: z.strictObject({ number: z.number() }),
  yes_no: z.strictObject({ yes: z.boolean() }),
});
