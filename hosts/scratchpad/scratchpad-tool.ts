/**
 * The tool by which a plan reads a part of a long result (behaviour T-23 to T-25, C29, C31). The
 * value itself is an argument, so the part carries its label; the scratchpad only says whether this
 * turn may read the entry and that the value is the one that was put. A call of it passes the guard
 * and the Gate like any other: a text that names a forbidden path is refused here too (C22).
 */
import { z } from 'zod';
import { defineTool, type Tool } from '../../kernel/index.js';
import type { Json } from '../../schemas/index.js';
import type { Scratchpad, ScratchpadOwner } from './scratchpad-shape.js';
import { type ScratchpadSlice, sliceModes, sliceText } from './slice.js';
import { contentText } from './summary.js';

/** What a grant must hold for `scratchpad_read`. */
export const SCRATCHPAD_CAPABILITY = 'scratchpad.read';

const MAX_COUNT = 1_000_000_000;
const count = z.number().int().min(0).max(MAX_COUNT);

const input = z
  .strictObject({
    id: z.string().regex(/^[0-9a-f]{16}$/),
    /** A reference to the whole value. */
    content: z.json(),
    mode: z.enum(sliceModes).default('head'),
    n: count.optional(),
    start: count.optional(),
    end: count.optional(),
  })
  .refine(
    ({ mode, n, start, end }) =>
      mode === 'range'
        ? n === undefined && start !== undefined && end !== undefined
        : (n === undefined || mode !== 'full') && start === undefined && end === undefined,
    '`n` goes with head and tail, `start` and `end` with a range',
  );

/**
 * Makes `scratchpad_read` for one turn and its user (behaviour T-23, T-24, C31). Offer it only
 * where `scratchpad.has` says that the turn has entries.
 */
export function scratchpadTool(
  scratchpad: Pick<Scratchpad, 'confirm'>,
  owner: ScratchpadOwner,
): Tool {
  const { turn, principal } = owner;
  return defineTool({
    name: 'scratchpad_read',
    description:
      'Returns a part of a long result of this turn. `id` names it, `content` refers to it. ' +
      '`mode`: full, head or tail with `n` characters, range with `start` and `end`.',
    effect: 'read',
    capabilities: [SCRATCHPAD_CAPABILITY],
    args: { '/content': { role: 'content' } },
    input,
    output: z.strictObject({ content: z.string() }),
    // INV-W6: the tool itself narrows nothing; sources, subjects and readers are the arguments'.
    result: { '': { readers: 'anyone' } },
    run({ id, content, mode, n, start = 0, end = 0 }) {
      const value: Json = content;
      scratchpad.confirm(id, { turn, principal }, value);
      const slice: ScratchpadSlice = mode === 'range' ? { mode, start, end } : { mode, n };
      return { content: sliceText(contentText(value), slice) };
    },
  });
}
