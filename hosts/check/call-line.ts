/** One line of a file of calls: its shape, and the labels that it gives its arguments. */
import { z } from 'zod';
import {
  actionClasses,
  autonomyLevels,
  conversationModes,
  isName,
  isPointer,
  type Label,
  makeLabel,
  readSafetyMode,
  safetyModes,
} from '../../schemas/index.js';

const texts = z.array(z.string().min(1)).max(64);
const words = ['user', 'host', 'planner', 'tainted'] as const;

const labelSchema = z.union([
  z.enum(words),
  z.strictObject({
    sources: texts.min(1),
    control: texts.optional(),
    readers: z.union([z.literal('anyone'), texts]).optional(),
    subjects: texts.optional(),
  }),
]);

export const callLineSchema = z.strictObject({
  id: z.json().optional(),
  tool: z.string().min(1).max(128),
  args: z.record(z.string(), z.json()),
  effect: z.enum(['pure', 'read', 'write']).optional(),
  classes: z.array(z.enum(actionClasses)).max(13).optional(),
  /** Capabilities that the tool requires. Default: its own name. */
  capabilities: z.array(z.string().refine(isName, 'a name')).max(64).optional(),
  /** Capabilities that the run holds. Default: all that the tool requires. */
  grant: z.array(z.string().refine(isName, 'a name')).max(4096).optional(),
  labels: z
    .record(
      z.string().refine((key) => key === 'decision' || isPointer(key), 'a pointer or `decision`'),
      labelSchema,
    )
    .optional(),
  intent: z.string().max(65_536).optional(),
  policy: z.json().optional(),
  space: z.string().refine(isName, 'a name').optional(),
  agent: z.string().refine(isName, 'a name').optional(),
  mode: z.enum(conversationModes).optional(),
  autonomy: z.enum(autonomyLevels).optional(),
  safety: z
    .string()
    .refine((word) => readSafetyMode(word) !== null, `one of ${safetyModes.join(', ')}`)
    .optional(),
  /** Whether somebody could be asked. Default: yes. */
  approver: z.boolean().optional(),
  /** Milliseconds since the epoch, or a date. Default: now. */
  now: z.union([z.number().int().min(0), z.iso.datetime({ offset: true })]).optional(),
  home: z.union([z.string().startsWith('/'), z.null()]).optional(),
  cwd: z.union([z.string().startsWith('/'), z.null()]).optional(),
});

export type CallLine = z.infer<typeof callLineSchema>;
type LineLabel = z.infer<typeof labelSchema>;

/** A label in full; a word stands for the usual one. */
export function labelOf(given: LineLabel, principal: string): Label {
  if (typeof given === 'object') {
    const { sources, control = [], readers = [], subjects = [] } = given;
    return makeLabel({ sources, control, readers, subjects });
  }
  const mine = { control: [], subjects: [], readers: 'anyone' } as const;
  switch (given) {
    case 'user':
      return makeLabel({ sources: ['user'], ...mine });
    case 'host':
      return makeLabel({ sources: ['host'], ...mine });
    case 'planner':
      return makeLabel({ sources: ['planner'], ...mine });
    case 'tainted':
      return makeLabel({
        sources: ['tool:unknown'],
        control: [],
        readers: [principal],
        subjects: [],
      });
  }
}

/** The instant that a line names, in milliseconds; null where it names none. */
export function instantOf(now: CallLine['now']): number | null {
  return typeof now === 'string' ? Date.parse(now) : (now ?? null);
}
