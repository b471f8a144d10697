/** Refused arguments as release rules see them, for the kernel and for the reference. */
import type fc from 'fast-check';
import { drawRule } from '../../hosts/conformance/scene/draw-rules.js';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import type { DeclassSubject } from '../../kernel/provenance/declassify.js';
import { snapshot } from '../../kernel/snapshot/snapshot.js';
import type { DeclassRule, Json, JsonObject } from '../../schemas/index.js';
import type { NaiveSubject } from '../model/naive-declass.js';
import { asNaive } from '../model/naive-label.js';
import { drawLabel } from './any-label.js';
import { drawTrees } from './any-tree.js';

export interface DeclassCase {
  readonly rules: readonly DeclassRule[];
  readonly subject: DeclassSubject;
  readonly naive: NaiveSubject;
}

const VALUES: readonly Json[] = [
  ...['bob@example.com', 'BOB@EXAMPLE.com', 'evil@example.net', 'report', 7, 8, true, null],
  ...[['bob@example.com', 'x'], { note: 'report' }, []],
];
const FACTS = ['me', 'names', 'doc', 'note'];
const RECIPIENTS = ['user:bob@example.com', 'user:evil@example.net', 'user:me@example.com'];

function drawArgs(draws: Draws): JsonObject {
  const opts: Json = draws.pick([
    ['bob@example.com', draws.pick(VALUES)],
    { note: draws.pick(VALUES), x: 7 },
    draws.pick(VALUES),
  ]);
  const args: JsonObject = { to: draws.pick(VALUES), body: draws.pick(VALUES), opts };
  const kept = Object.entries(args).filter(() => !draws.chance(15));
  return snapshot(Object.fromEntries(kept)) as JsonObject;
}

function drawFacts(draws: Draws): ReadonlyMap<string, ReturnType<typeof drawFact>> {
  const kept = draws.some(FACTS, 75);
  return new Map(kept.map((name) => [name, drawFact(draws)] as const));
}

function drawFact(draws: Draws): ReturnType<typeof drawTrees> & { readonly value: Json } {
  const value = snapshot(draws.pick(VALUES));
  return { value, ...drawTrees(draws, value) };
}

function drawCase(draws: Draws): DeclassCase {
  const args = drawArgs(draws);
  const trees = drawTrees(draws, args);
  const facts = drawFacts(draws);
  const label = drawLabel(draws);
  const rules = draws.list(4, drawRule);
  const shared = {
    tool: draws.pick(['t0', 't1', 't9']),
    argument: draws.pick(['decision', '/to', '/body', '/opts', '/opts/0', '/opts/note']),
    value: draws.pick(VALUES),
    recipients: draws.chance(30) ? null : draws.some(RECIPIENTS, 50),
    args,
    bits: draws.pick([0, 1, 2, 10, Number.POSITIVE_INFINITY]),
    valueBits: draws.pick([0, 1, 2, 10, Number.POSITIVE_INFINITY]),
    spent: Object.fromEntries(rules.map(({ id }) => [id, draws.below(3)])),
  };
  const kernelFacts = [...facts].map(([name, { value, tree }]) => [name, { value, tree }] as const);
  const naiveFacts = [...facts].map(
    ([name, { value, naive }]) => [name, { value, tree: naive }] as const,
  );
  return {
    rules,
    subject: { ...shared, label, tree: trees.tree, facts: Object.fromEntries(kernelFacts) },
    naive: {
      ...shared,
      label: asNaive(label),
      tree: trees.naive,
      facts: new Map(naiveFacts),
    },
  };
}

export const anyDeclassCase: fc.Arbitrary<DeclassCase> = drawn(500, drawCase);
