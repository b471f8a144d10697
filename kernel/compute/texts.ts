/** Functions that make texts, or read them. What they make is bounded. */
import {
  isJsonList,
  isJsonObject,
  type Json,
  joinLabel,
  makeLabel,
  uniformTree,
} from '../../schemas/index.js';
import { createRecord, freeze, hasOwn } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';
import { argOf, type ComputeCall, itemsOf, MAX_ITEMS, madeOf, recordOf, textOf } from './call.js';
import { extractFields, patternParts } from './extract.js';
import { computeFailed } from './failed.js';
import { clockText, momentForms, readMoment } from './moment.js';
import { LARGE, rounded } from './numbers.js';

const MAX_TEXT = 1_000_000;
const HOLE = /\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/g;

function bounded(call: ComputeCall, text: string): string {
  if (text.length > MAX_TEXT) throw computeFailed(call.fn, 'too long');
  return text;
}

/** A scalar as text; a list of scalars with commas. */
function textFrom(call: ComputeCall, value: Json): string {
  if (isJsonList(value)) return value.map((item) => textFrom(call, item)).join(', ');
  if (isJsonObject(value)) throw computeFailed(call.fn, 'a record is no text');
  return value === null ? '' : String(value);
}

/**
 * A text of several parts. Each may be quoted; that they stand together, in this order, is nobody's
 * word but the plan's (INV-P3: nothing is composed).
 */
function composed(call: ComputeCall, text: string): Labelled {
  const { value, tree } = madeOf(call, text);
  return { value, tree: uniformTree(joinLabel(tree.own, byPlanner), false) };
}

const byPlanner = makeLabel({ sources: ['planner'], readers: 'anyone' });

/** A text with holes, filled in. */
export function template(call: ComputeCall): Labelled {
  const text = textOf(call, 'text');
  const { value: fields } = recordOf(call, 'fields');
  const known = new Map(
    Object.keys(fields).map((key) => [key, textFrom(call, fields[key] as Json)]),
  );
  let length = 0;
  const filled = text.replaceAll(HOLE, (_hole, name: string) => {
    const field = known.get(name);
    if (field === undefined) throw computeFailed(call.fn, 'a hole without a field');
    length += field.length;
    if (length > MAX_TEXT) throw computeFailed(call.fn, 'too long');
    return field;
  });
  return composed(call, bounded(call, filled));
}

/** The texts or numbers of a list in one text. */
export function join(call: ComputeCall): Labelled {
  const { items } = itemsOf(call);
  const separator = textOf(call, 'separator');
  const parts = items.map(({ value }) => textFrom(call, value));
  const length = parts.reduce((sum, part) => sum + part.length + separator.length, 0);
  if (length > MAX_TEXT) throw computeFailed(call.fn, 'too long');
  return composed(call, parts.join(separator));
}

/** The parts of a text between separators. */
export function split(call: ComputeCall): Labelled {
  const separator = textOf(call, 'separator');
  if (separator === '') throw computeFailed(call.fn, 'an empty `separator`');
  const parts = textOf(call, 'text').split(separator, MAX_ITEMS + 1);
  if (parts.length > MAX_ITEMS) throw computeFailed(call.fn, 'too many parts');
  return madeOf(call, freeze(parts));
}

/** The parts of a formatted text, by a pattern. */
export function extract(call: ComputeCall): Labelled {
  const parts = patternParts(textOf(call, 'pattern'));
  if (parts === undefined)
    throw computeFailed(call.fn, '`pattern` needs holes, named apart, with text between them');
  const found = extractFields(textOf(call, 'text'), parts);
  if (found === undefined) throw computeFailed(call.fn, 'the text has another form');
  const record: Record<string, Json> = createRecord();
  for (const name of Object.keys(found)) record[name] = found[name] as string;
  return madeOf(call, freeze(record));
}

/** A moment, a number or a number of minutes in a fixed form. */
export function format(call: ComputeCall): Labelled {
  const { value } = argOf(call, 'value');
  const form = textOf(call, 'form');
  if (hasOwn(momentForms, form)) {
    const moment = readMoment(value);
    if (moment === undefined) throw computeFailed(call.fn, '`value` is no moment');
    return madeOf(call, momentForms[form as keyof typeof momentForms](moment));
  }
  if (typeof value !== 'number') throw computeFailed(call.fn, '`value` is no number');
  return madeOf(call, numberText(call, value, form));
}

function numberText(call: ComputeCall, value: number, form: string): string {
  if (Math.abs(value) >= LARGE) throw computeFailed(call.fn, '`value` is too large');
  if (form === 'money') return rounded(value, 2).toFixed(2);
  if (form === 'integer') return rounded(value, 0).toFixed(0);
  if (!Number.isSafeInteger(value) || value < 0) throw computeFailed(call.fn, 'no whole minutes');
  return clockText(value);
}
