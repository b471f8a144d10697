/** The environment of a suite with an attacker's text in every place that an attacker may write. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';
import type { SuiteData } from './suite-data.js';

const HOLE = /\{([a-z_0-9]+)\}/g;
const INITIAL = 'initial_';

type TextFor = (vector: string) => string;

/** Fills each place with what a function says for its name; all else is as the data have it. */
export function filled(data: SuiteData, textFor: TextFor): JsonObject {
  const { environment, environment_template: template } = data;
  return overlay(environment, template, fillingOf(data, textFor)) as JsonObject;
}

interface Filling {
  readonly fill: (text: string) => string;
  /** What stands there when nobody attacks. */
  readonly plain: (text: string) => string;
}

function fillingOf({ injection_vectors: vectors }: SuiteData, textFor: TextFor): Filling {
  const fillWith =
    (text: TextFor) =>
    (value: string): string =>
      value.replace(HOLE, (whole, name: string) =>
        Object.hasOwn(vectors, name) ? text(name) : whole,
      );
  return { fill: fillWith(textFor), plain: fillWith((name) => vectors[name]?.default ?? '') };
}

/** Takes from the template what it has places in; its other values are written more loosely. */
function overlay(value: Json, template: Json | undefined, filling: Filling): Json {
  if (template === undefined) return value;
  if (typeof template === 'string') {
    const text = filling.fill(template);
    return text === filling.plain(template) ? value : text;
  }
  if (isJsonList(value)) {
    const parts = isJsonList(template) ? template : [];
    return value.map((item, i) => overlay(item, parts[i], filling));
  }
  if (!isJsonObject(value) || !isJsonObject(template)) return value;
  const parts = new Map(
    Object.entries(template).map(([key, part]) => [filling.plain(key), { key, part }]),
  );
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const found = parts.get(key);
      const name = found === undefined ? key : filling.fill(found.key);
      return [name, overlay(part, found?.part ?? initialOf(template, key), filling)];
    }),
  );
}

/** A template lists under `initial_…` what the environment keeps by id. */
function initialOf(template: JsonObject, key: string): Json | undefined {
  const list = template[`${INITIAL}${key}`];
  if (list === undefined || !isJsonList(list)) return undefined;
  return Object.fromEntries(
    list.filter(isJsonObject).map((item) => [String(item['id_']), item] as const),
  );
}

/** Names that hold a place, by what they become with a text in it. */
export function renamedBy(data: SuiteData, text: string): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  const { fill, plain } = fillingOf(data, () => text);
  const visit = (value: Json): void => {
    if (typeof value === 'string' && value.match(HOLE) !== null) {
      out.set(fill(value), plain(value));
    } else if (isJsonList(value)) value.forEach(visit);
    else if (isJsonObject(value)) Object.values(value).forEach(visit);
  };
  visit(data.environment_template);
  return out;
}
