/**
 * What is written of an argument: a literal only where its words stand in the query, a reference as
 * it stands, of anything else its kind (behaviour T-30, C26). Pure, bounded.
 */
import type { QueryWords } from './query-words.js';
import { type RecordedArgument, turnBounds } from './turn-record.js';

const REFERENCE = /^\s*\{\{\s*(step[1-9][0-9]{0,3}(?:\.[A-Za-z0-9_-]{1,64}){0,16})\s*\}\}\s*$/;
const MAX_DEPTH = 4;
const MAX_LITERAL = 1024;

/** What is written of a value that a model gave as an argument. */
export function recordedArgument(value: unknown, words: QueryWords, depth = 0): RecordedArgument {
  if (Array.isArray(value)) {
    if (depth >= MAX_DEPTH || value.length > turnBounds.listed) return { withheld: 'list' };
    return { list: value.map((item) => recordedArgument(item, words, depth + 1)) };
  }
  switch (typeof value) {
    case 'string':
      return recordedText(value, words);
    case 'number':
      return words.has(String(value)) ? { said: String(value) } : { withheld: 'number' };
    case 'boolean':
      return { withheld: 'truth value' };
    case 'object':
      return { withheld: value === null ? 'null' : 'record' };
    default:
      return { withheld: 'nothing' };
  }
}

function recordedText(text: string, words: QueryWords): RecordedArgument {
  if (text.length > MAX_LITERAL) return { withheld: 'text' };
  const place = REFERENCE.exec(text)?.[1];
  if (place !== undefined) {
    const isHidden = place.split('.').some((part) => words.hides(part));
    return isHidden ? { withheld: 'reference' } : { ref: `{{${place}}}` };
  }
  // INV-W7: words of the user, or none.
  return words.has(text) ? { said: text } : { withheld: 'text' };
}
