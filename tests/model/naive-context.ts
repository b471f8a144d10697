/** How the words of a planner are labelled: the reference for kernel/context. */
import type { Json } from '../../schemas/index.js';
import type { ArgSpec } from './naive-call.js';
import { type NaiveLabel, naiveControl, naiveJoin, naiveLabel } from './naive-label.js';
import { naiveQuotes } from './naive-tokens.js';

/** What the planner of a session says is labelled by. */
export interface Context {
  readonly quotes: ((literal: Json) => boolean) | null;
  readonly quoted: NaiveLabel;
  readonly planner: NaiveLabel;
  readonly shape: NaiveLabel;
  readonly decision: NaiveLabel;
  readonly taint: readonly string[];
}
/** Of the root planner: quotes of the query are the user's. */
export function rootContext(query: string): Context {
  const texts = naiveQuotes(query.normalize('NFC'));
  const quoted = naiveLabel(['user'], 'anyone', [], ['user']);
  const planner = naiveLabel(['planner'], 'anyone', [], ['user']);
  const shape = naiveControl(quoted, ['planner']);
  const quotes = (literal: Json): boolean =>
    (typeof literal === 'string' || typeof literal === 'number') && texts.has(`${literal}`);
  return { quotes, quoted, planner, shape, decision: shape, taint: [] };
}

/** Of a planner that has read content: all it says is of that content. */
export function contentContext(seen: NaiveLabel): Context {
  const label = naiveControl(seen, seen.sources);
  const planner = naiveJoin(label, naiveLabel(['planner'], 'anyone'));
  const decision = naiveControl(label, ['planner']);
  const taint = [...seen.sources, ...seen.control];
  return { quotes: null, quoted: planner, planner, shape: planner, decision, taint };
}

/** Labels one literal. */
export function literalLabel(value: Json, context: Context, spec: ArgSpec | undefined): NaiveLabel {
  const { quotes, quoted, planner } = context;
  if (quotes === null) return planner;
  const words = spec?.synonyms?.[`${value}`] ?? [];
  return quotes(value) || words.some(quotes) ? quoted : planner;
}
