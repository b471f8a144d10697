/** The arguments of the built-ins: their JSON Schema for a model, and what is read of an answer. */
import { isJsonList, type Json, type JsonObject, unknownKey } from '../../schemas/index.js';

/** An argument: what it is for, and its form. */
export interface ArgumentForm {
  readonly form: 'text' | 'texts' | 'scalar';
  readonly description: string;
}

export type ArgumentForms = Readonly<Record<string, ArgumentForm>>;

const MAX_TEXT = 8192;
const MAX_ITEMS = 64;

const typeOf = {
  text: { type: 'string', maxLength: MAX_TEXT },
  texts: { type: 'array', items: { type: 'string', maxLength: 128 }, maxItems: MAX_ITEMS },
  scalar: { type: ['string', 'number', 'boolean'] },
} as const;

/** The JSON Schema of arguments, all of them required and no other. */
export function parametersOf(forms: ArgumentForms): object {
  const properties = Object.entries(forms).map(([name, { form, description }]) => [
    name,
    { ...typeOf[form], description },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(forms),
    additionalProperties: false,
  };
}

/** The first place where arguments do not fit; null where they do. */
export function misfitOf(args: JsonObject, forms: ArgumentForms): string | null {
  for (const [name, { form }] of Object.entries(forms)) {
    if (!Object.hasOwn(args, name) || !fits(args[name] ?? null, form)) return name;
  }
  return unknownKey(args, Object.keys(forms)) === null ? null : '';
}

function fits(value: Json, form: ArgumentForm['form']): boolean {
  if (form === 'texts')
    return isJsonList(value) && value.length <= MAX_ITEMS && value.every((one) => isText(one, 128));
  if (form === 'text') return isText(value, MAX_TEXT);
  return isText(value, MAX_TEXT) || typeof value === 'number' || typeof value === 'boolean';
}

function isText(value: Json, most: number): boolean {
  return typeof value === 'string' && value.length <= most;
}
