/**
 * Whether a text holds a secret: its bytes as they are, in the strings of JSON, or in base64 at any
 * place of a longer text. Any other disguise is not found. Pure. Upholds INV-K4.
 */
import { isJsonList, type Json } from '../../../schemas/index.js';

/** Fewer bytes leave too few signs in base64 to mean anything. */
const MIN_BASE64 = 6;

/** Asks whether bytes, or the strings and keys of the value that they are, hold a secret. */
export function holdsSecret(bytes: Buffer, value: Json, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const forms = secrets.flatMap(formsOf);
  const texts = [bytes.toString('utf8'), ...stringsOf(value)];
  return texts.some((text) => {
    // Base64 is broken into lines and written in two alphabets.
    const joined = text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
    return forms.some(({ raw, form }) => (raw ? text : joined).includes(form));
  });
}

function formsOf(secret: string): readonly { readonly raw: boolean; readonly form: string }[] {
  const bytes = Buffer.from(secret, 'utf8');
  const raw = { raw: true, form: secret };
  if (bytes.length < MIN_BASE64) return [raw];
  const coded = [0, 1, 2].map((before) => ({ raw: false, form: inBase64(bytes, before) }));
  return [raw, ...coded];
}

/** The signs that stand for these bytes alone, with so many other bytes before them. */
function inBase64(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const first = Math.ceil((before * 8) / 6);
  const last = Math.floor(((before + bytes.length) * 8) / 6);
  return text.slice(first, last);
}

function stringsOf(value: Json): string[] {
  const found: string[] = [];
  const open: Json[] = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === 'string') found.push(one);
    else if (typeof one === 'object' && one !== null) {
      if (!isJsonList(one)) found.push(...Object.keys(one));
      open.push(...Object.values(one));
    }
  }
  return found;
}
