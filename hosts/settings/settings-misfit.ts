/**
 * What is wrong with settings, one sentence each: the dotted place, and what stands or is missing
 * there. Values are not repeated: a line may hold what somebody pasted by mistake.
 */
import { z } from 'zod';
import { unknownKey } from '../../schemas/index.js';

const MAX_SENTENCES = 20;
const MAX_SEGMENT = 64;

/** The sentences, in the order of the file's shape; bounded. */
export function settingsMisfits(
  issues: readonly z.core.$ZodIssue[],
  given: unknown,
  schema: z.ZodType,
): readonly string[] {
  return issues.slice(0, MAX_SENTENCES).map((issue) => {
    const at = issue.path.length === 0 ? 'the file' : `\`${dotted(issue.path)}\``;
    if (issue.code === 'unrecognized_keys') {
      const { value, known } = placeOf(issue.path, given, schema);
      return `${at}: ${unknownKey(value, known) ?? 'a key that it does not take'}`;
    }
    if (placeOf(issue.path, given, schema).isMissing) return `${at} is missing`;
    return `${at}: ${lowerFirst(messageOf(issue))}`;
  });
}

/** A refused key of a record says why inside. */
function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, MAX_SEGMENT)).join('.');
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

interface Place {
  readonly value: object;
  /** The keys that may stand there. */
  readonly known: readonly string[];
  readonly isMissing: boolean;
}

function placeOf(path: readonly PropertyKey[], given: unknown, schema: z.ZodType): Place {
  let value: unknown = given;
  let shape: unknown = schema;
  let isMissing = false;
  for (const key of path) {
    isMissing = typeof value !== 'object' || value === null || !Object.hasOwn(value, key);
    value = isMissing ? undefined : (value as Record<PropertyKey, unknown>)[key];
    shape = bare(insideOf(shape, String(key)));
  }
  const known = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
  return { value: typeof value === 'object' && value !== null ? value : {}, known, isMissing };
}

/** The schema of one key of a table. */
function insideOf(shape: unknown, key: string): unknown {
  if (shape instanceof z.ZodRecord) return shape.valueType;
  return shape instanceof z.ZodObject ? shape.shape[key] : undefined;
}

/** A schema without what says that it may be left out. */
function bare(schema: unknown): unknown {
  let inner = schema;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault
  )
    inner = inner.unwrap();
  return inner;
}
