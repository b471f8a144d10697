/** The shape of the demo's JSON report: exactly these keys. */
import { z } from 'zod';
import { codes, stageNames } from '../../schemas/index.js';

const code = z.string().refine((text) => Object.hasOwn(codes, text), 'a known code');

export const reportShape = z.strictObject({
  scenarios: z.array(
    z.strictObject({
      name: z.string(),
      status: z.string(),
      /** Why it did not commit. */
      code: code.nullable(),
      asClaimed: z.boolean(),
      /** Addresses that the web was asked for. */
      requested: z.array(z.string()),
      plan: z.strictObject({ steps: z.array(z.looseObject({ id: z.string() })) }),
      decisions: z.array(
        z.strictObject({
          tool: z.string(),
          stage: z.enum(stageNames),
          outcome: z.enum(['allow', 'deny']),
          code: code.nullable(),
          reason: z.string().min(1),
          releases: z.array(z.strictObject({ argument: z.string(), rule: z.string() })),
        }),
      ),
      delivered: z.array(z.strictObject({ to: z.string(), subject: z.string() })),
      audit: z.strictObject({
        records: z.number().int().min(2),
        head: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    }),
  ),
});

export type Reported = z.infer<typeof reportShape>['scenarios'][number];
