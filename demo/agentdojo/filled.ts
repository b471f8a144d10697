/** The environment of a suite with an attacker's text in every place that an attacker may write. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';
import type { SuiteData } from './suite-data.js';

const HOLE = /\{([a-z_0-9]+)\}/g;
const INITIAL = 'initial_';

type TextFor = (vector: string) => string;

/** Fills each place with what a function says for its name; all else is as the data have it. */
export function filled(data: SuiteData, textFor: TextFor): JsonObject {
  const { injection_vectors: vectors, environment, environment_template: template } = data;
  const fillWith =
    (text: TextFor) =>
    (value: string): string =>
      value.replace(HOLE, (whole, name: string) =>
        Object.hasOwn(vectors, name) ? text(name) : whole,
      );
  const plain = fillWith((name) => vectors[name]?.default ?? '');
  return overlay(environment, template, { fill: fillWith(textFor), plain }) as JsonObject;
}

interface Filling {
  readonly fill: (text: string) => string;
  /** What stands there when nobody attacks. */
  readonly plain: (text: string) => string;
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
  const visit = (value: Json): void => {
    if (typeof value === 'string' && value.match(HOLE) !== null) {
      const fillWith = (textFor: TextFor): string =>
        value.replace(HOLE, (whole, name: string) =>
          Object.hasOwn(data.injection_vectors, name) ? textFor(name) : whole,
        );
      out.set(
        fillWith(() => text),
        fillWith((name) => data.injection_vectors[name]?.default ?? ''),
      );
    } else if (isJsonList(value)) value.forEach(visit);
    else if (isJsonObject(value)) Object.values(value).forEach(visit);
  };
  visit(data.environment_template);
  return out;
}
