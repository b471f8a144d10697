/**
 * What a host declares of a tool: its effect, what it discloses and to whom, and what of its result
 * the host itself minted. Everything undeclared takes the narrow default: critical arguments, no
 * readers, tainted results.
 */
import { z } from 'zod';
import { argumentDimensions } from './action.js';
import { actionClassSchema } from './action-class.js';
import { type DeclaredEffect, effectMisfit } from './declared-effect.js';
import { isName } from './ids.js';
import { isPointer } from './pointer.js';

const name = z.string().refine(isName, 'a name is a letter, then letters, digits or _.:-');
const pointer = z.string().refine(isPointer, 'a JSON pointer is empty or begins with `/`');
const kind = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'a handle kind is lower case');
const principal = z.string().regex(/^(user|third_party|user:\S+|cap:\S+)$/, 'a reader or subject');

const argSpec = z.strictObject({
  /** `critical` decides who, where or what is touched; `content` is only carried. */
  role: z.enum(['critical', 'content']).default('critical'),
  /** The argument takes handles of this kind and nothing else. */
  handle: kind.optional(),
  /**
   * What rules take it for. Default: by its conventional key, such as `path` or `branch`; `none`:
   * they do not speak of it.
   */
  names: z.enum(argumentDimensions).optional(),
  /** With `handle`: the user's or the host's own words name the thing as well as a handle does. */
  orNamed: z.literal(true).optional(),
  /**
   * What a reviewer is told of it: its value where nothing tainted had a part in it, that there is
   * one, or nothing, and then the user is asked. Default: `redact`.
   */
  review: z.enum(['include', 'redact', 'require_user']).optional(),
  /** For an enum: the words of a query that stand for each value. */
  synonyms: z.record(z.string(), z.array(z.string().min(1))).optional(),
});

const recipientSpec = z.strictObject({
  from: pointer,
  /** `email`: one address; `principal`: a principal id; `handle`: the readers of the handle. */
  parse: z.enum(['email', 'principal', 'handle']),
});

const computed = z.strictObject({
  from: pointer,
  parse: z.enum(['email', 'principal']),
  /** The names are the keys of a record, not its values. */
  keys: z.literal(true).optional(),
});

/** Of one item: another field of it, which the host mints. `*` takes the place of the item. */
const itemCondition = z.union([
  /** The field is one of these values. */
  z.strictObject({ from: pointer, equals: z.array(z.union([z.string(), z.boolean()])).min(1) }),
  /** The field names the user of the run. */
  z.strictObject({ from: pointer, user: z.enum(['email', 'principal']) }),
]);

const resultSpec = z.strictObject({
  /**
   * The host mints it: no outside party can choose any byte. A kind makes it a handle of that kind.
   */
  minted: z.union([z.literal(true), kind]).optional(),
  /** It is minted only where this holds; elsewhere it is content. */
  mintedWhere: itemCondition.optional(),
  /** The id of what this very call made: its arguments had no say in which thing it names. */
  fresh: z.literal(true).optional(),
  /**
   * Who may read it: `anyone`, or a list in which `user` stands for the user of the run. Default:
   * nobody.
   */
  readers: z.union([z.literal('anyone'), z.array(principal)]).optional(),
  /**
   * Further readers named in another field; they widen only where that field is minted, else they
   * narrow.
   */
  readersFrom: z.union([computed, z.array(computed).min(1)]).optional(),
  subjects: z.array(principal).optional(),
  subjectsFrom: computed.optional(),
});

export const toolSpecSchema = z
  .strictObject({
    name,
    description: z.string().min(1).max(4096),
    effect: z.enum(['pure', 'read', 'write']),
    /** The arguments leave the trust boundary although it is a read (a URL, a search query). */
    egress: z.boolean().default(false),
    /** A read that changes state (marks as read, logs): a barrier for parallel groups. */
    mutates: z.boolean().default(false),
    /** It cannot be undone, or it binds the user: delete, cancel, pay, reserve. */
    commit: z.boolean().default(false),
    capabilities: z.array(name).max(64),
    /**
     * What it changes, by the closed taxonomy of the rules stage. A `write`, and what has `egress`
     * or `mutates`, names at least one.
     */
    classes: z.array(actionClassSchema).max(13).default([]),
    args: z.record(pointer, argSpec).default({}),
    recipients: z.array(recipientSpec).min(1).optional(),
    /**
     * The user's own storage: third-party subjects may go there. With `recipients` it is that only
     * for a call that names none.
     */
    sink: z.literal('own').optional(),
    result: z.record(pointer, resultSpec).default({}),
    timeoutMs: z.number().int().positive().optional(),
    /** The user is asked about every call; no rule, mode or autonomy answers instead. */
    confirm: z.literal('always').optional(),
    /** What a ruling on its calls takes: signatures, and how many different approvers. */
    approval: z
      .strictObject({
        signed: z.literal(true).optional(),
        atLeast: z.number().int().min(1).max(16).default(1),
      })
      .optional(),
    /**
     * The argument that makes a second call of the same key harmless: the tool does the thing once.
     */
    idempotency: pointer.optional(),
  })
  // INV-C4: what touches anything can be granted or withheld.
  .refine((spec) => spec.effect === 'pure' || spec.capabilities.length > 0, {
    message: 'a tool that reads or writes must require at least one capability',
    path: ['capabilities'],
  })
  // G-7: no rule speaks of what has no class.
  .superRefine((spec, context) => {
    const misfit = effectMisfit(spec);
    if (misfit === null) return;
    context.addIssue({ code: 'custom', message: misfit.message, path: [misfit.field] });
  })
  .refine((spec) => !spec.commit || spec.effect === 'write', {
    message: 'only a write can commit',
    path: ['commit'],
  })
  .refine((spec) => (spec.approval?.atLeast ?? 1) === 1 || spec.approval?.signed === true, {
    message: 'several approvers are told apart by their signatures: say `signed`',
    path: ['approval'],
  })
  .refine((spec) => Object.values(spec.args).every((arg) => !arg.orNamed || arg.handle), {
    message: '`orNamed` says what else than a handle is taken: name the `handle`',
    path: ['args'],
  })
  .refine(
    (spec) =>
      Object.values(spec.result).every(({ minted, mintedWhere, fresh }) => {
        return minted !== undefined || (mintedWhere === undefined && fresh === undefined);
      }),
    { message: '`mintedWhere` and `fresh` are about what is `minted`', path: ['result'] },
  );

export type ToolSpec = Readonly<z.infer<typeof toolSpecSchema>>;
export type ToolSpecInput = z.input<typeof toolSpecSchema>;
/** What a host writes of a tool; without the classes that its effect calls for: a type error. */
export type DeclaredTool = Omit<ToolSpecInput, keyof DeclaredEffect> & DeclaredEffect;
export type ArgSpec = Readonly<z.infer<typeof argSpec>>;
export type ResultSpec = Readonly<z.infer<typeof resultSpec>>;
export type ItemCondition = Readonly<z.infer<typeof itemCondition>>;
export type RecipientSpec = Readonly<z.infer<typeof recipientSpec>>;

/** Asks whether a tool's arguments leave the trust boundary, so that stage 4 checks them. */
export function argsLeaveBoundary(spec: ToolSpec): boolean {
  return spec.effect === 'write' || (spec.effect === 'read' && spec.egress);
}

/**
 * Asks whether calls of a tool may overlap: it neither writes, nor sends, nor changes state by
 * reading.
 */
export function mayOverlap(spec: ToolSpec): boolean {
  // INV-L5: what others can see keeps its order.
  return spec.effect === 'pure' || (spec.effect === 'read' && !spec.egress && !spec.mutates);
}
