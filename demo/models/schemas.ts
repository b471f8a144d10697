/** The schemas that the stories let a parser fill. */
import { z } from 'zod';

export const summarySchemas = Object.freeze({
  summary: z.strictObject({ text: z.string().max(20_000) }),
  link: z.strictObject({ url: z.string().max(2000) }),
});
