/**
 * Questions that tell two policies apart: made of what their rules name, each value by itself, one
 * beside it, and silence. Pure; bounded.
 */
import { templateRules } from '../../kernel/index.js';
import {
  type Action,
  type ActionClass,
  type ActionCommand,
  actionClasses,
  type Facet,
  type GuardrailDocument,
  type GuardrailRule,
  type Standing,
} from '../../schemas/index.js';
import { sampleOf } from './pattern-sample.js';
import { silentAction } from './silent-action.js';

export interface DiffQuestion {
  readonly action: Action;
  readonly standing: Standing;
}

const dimensions = ['paths', 'refs', 'hosts'] as const;
const amounts = [
  ['maxCount', 'count'],
  ['maxCents', 'cents'],
] as const;

/** Makes the questions of two documents, each once, lazily. */
export function* diffQuestions(
  documents: readonly GuardrailDocument[],
): Generator<DiffQuestion, void, undefined> {
  const asked = new Set<string>();
  const standings = standingsOf(documents);
  for (const action of actionsOf(documents)) {
    const key = JSON.stringify(action);
    if (asked.has(key)) continue;
    asked.add(key);
    for (const standing of standings) yield { action, standing };
    // Only there do pinned tools differ.
    if (action.tool !== null)
      yield { action, standing: { ...(standings[0] as Standing), mode: 'plan' } };
  }
}

function standingsOf(documents: readonly GuardrailDocument[]): readonly Standing[] {
  const spaces = new Set<string>();
  const agents = new Set<string>();
  for (const { rules, autonomy } of documents) {
    for (const space of Object.keys(autonomy.spaces)) spaces.add(space);
    for (const { scope } of rules) {
      if (scope.startsWith('space:')) spaces.add(scope.slice('space:'.length));
      if (scope.startsWith('agent:')) agents.add(scope.slice('agent:'.length));
    }
  }
  const at = (space: string | null, agent: string | null): Standing =>
    Object.freeze({
      space,
      agent,
      mode: 'chat',
      autonomy: null,
      safety: 'normal',
      isOperator: false,
    });
  return [null, ...spaces].flatMap((space) => [null, ...agents].map((agent) => at(space, agent)));
}

function* actionsOf(documents: readonly GuardrailDocument[]): Generator<Action> {
  for (const name of actionClasses) yield { ...silentAction, classes: [name] };
  for (const { pinned } of documents)
    for (const tool of pinned)
      for (const name of actionClasses) yield { ...silentAction, tool, classes: [name] };
  for (const { never } of documents)
    for (const dimension of dimensions)
      for (const pattern of never[dimension])
        for (const classes of [[], ...actionClasses.map((name) => [name])])
          yield { ...silentAction, classes, [dimension]: facet(sampleOf(dimension, pattern)) };
  for (const { template, rules, managed } of documents)
    for (const rule of [...templateRules(template), ...rules, ...managed]) yield* aboutRule(rule);
}

/** The action that a rule is about, and its neighbours in each dimension that it names. */
function* aboutRule(rule: GuardrailRule): Generator<Action> {
  const { constraint = {}, command } = rule;
  const classes: readonly ActionClass[] = [rule.class ?? 'processSpawn'];
  let within: Action = { ...silentAction, classes };
  if (command !== undefined) within = { ...within, commands: [commandOf(command)] };
  for (const dimension of dimensions) {
    const [pattern] = positive(constraint[dimension] ?? []);
    const isNamed = constraint[dimension] !== undefined;
    if (isNamed) within = { ...within, [dimension]: facet(sampleOf(dimension, pattern ?? null)) };
  }
  const [first] = constraint.commands ?? [];
  if (first !== undefined && command === undefined)
    within = { ...within, commands: [commandOf(first)] };
  for (const [max, name] of amounts)
    if (constraint[max] !== undefined) within = { ...within, [name]: constraint[max] };
  yield within;
  for (const dimension of dimensions) {
    const patterns = constraint[dimension];
    if (patterns === undefined) continue;
    for (const pattern of [...patterns, null])
      yield { ...within, [dimension]: facet(sampleOf(dimension, pattern)) };
    yield { ...within, [dimension]: null };
  }
  for (const text of constraint.commands ?? []) yield { ...within, commands: [commandOf(text)] };
  for (const [max, name] of amounts) {
    const amount = constraint[max];
    if (amount === undefined) continue;
    yield { ...within, [name]: amount + 1 };
    yield { ...within, [name]: null };
  }
  if (command !== undefined) {
    yield { ...within, commands: [commandOf(`${command} more`)] };
    yield { ...within, isOpaque: true };
  }
}

function positive(patterns: readonly string[]): readonly string[] {
  return patterns.filter((pattern) => !pattern.startsWith('!'));
}

function facet(value: string): Facet {
  return { values: [value], reach: 'listed' };
}

function commandOf(text: string): ActionCommand {
  const written = text.trim();
  return { words: written.split(/\s+/u), text: written };
}
