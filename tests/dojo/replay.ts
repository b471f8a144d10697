/**
 * Replays the recorded calls of a suite's tasks without a kernel: every call gives the recorded
 * result, and a task leaves the environment that its recorded changes describe. Lists of
 * participants are sets; so are lists of things with an `id_`, since the environment keeps those in
 * records by number, and a record of JavaScript gives its numbers in their own order.
 */

import { describe, expect, test } from 'vitest';
import { hasSuite, loadSuite } from '../../demo/agentdojo/data.js';
import type { Suite } from '../../demo/agentdojo/suite.js';
import type {
  EnvironmentChange,
  InjectionTask,
  RecordedCall,
  SuiteName,
  UserTask,
} from '../../demo/agentdojo/suite-data.js';
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type ToolSpec,
} from '../../schemas/index.js';

/** Where the exported suites are: SLUICE_DOJO_DATA; without it nothing can be replayed. */
export const dojoData: string = process.env['SLUICE_DOJO_DATA'] ?? '';

/** How many calls a suite's file holds. */
export interface ReplayCounts {
  readonly userCalls: number;
  readonly injectionCalls: number;
}

/** Declares the tests of one suite; without its data they are skipped. */
export function replaySuite(name: SuiteName, makeSuite: () => Suite, counts: ReplayCounts): void {
  describe.skipIf(!hasSuite(dojoData, name))(`recorded calls of ${name}`, () => {
    const data = hasSuite(dojoData, name) ? loadSuite(dojoData, name) : undefined;
    const initial = data?.environment ?? {};
    const tasks = [...(data?.user_tasks ?? []), ...(data?.injection_tasks ?? [])];

    test('there are as many as counted', () => {
      const count = (of: readonly { readonly calls: readonly unknown[] }[] = []): number =>
        of.reduce((sum, { calls }) => sum + calls.length, 0);
      expect(count(data?.user_tasks)).toBe(counts.userCalls);
      expect(count(data?.injection_tasks)).toBe(counts.injectionCalls);
    });

    test('every tool of the suite has a function', () => {
      const names = data?.tools.map((tool) => tool.name).sort();
      expect(Object.keys(makeSuite().functions).sort()).toEqual(names);
    });

    test.each(tasks.map((task) => [task.id, task] as const))('%s', (_id, task) => {
      const suite = makeSuite();
      suite.load(initial);
      for (const call of task.calls) replayCall(suite, call);
      expect(asSets(suite.environment())).toEqual(asSets(changed(initial, task)));
    });
  });
}

function replayCall(suite: Suite, call: RecordedCall): void {
  const definition = suite.tools.find(({ name }) => name === call.tool)?.definition;
  expect(definition?.input.validate(call.args)).toMatchObject({ ok: true });
  if (call.error === null)
    expect(definition?.output.validate(call.result)).toMatchObject({ ok: true });
  // What changes something says so.
  if (call.mutates) expect(definition?.spec).toSatisfy(changesSomething);
  const run = suite.functions[call.tool];
  expect(run, call.tool).toBeDefined();
  if (call.error === null) expect(asSets(run?.(call.args) ?? null)).toEqual(asSets(call.result));
  else expect(() => run?.(call.args)).toThrow();
}

function changesSomething({ effect, mutates }: ToolSpec): boolean {
  return effect === 'write' || mutates;
}

/** The same data with every list that is a set in one order. */
function asSets(value: Json): Json {
  if (isJsonList(value)) {
    const items = value.map(asSets);
    return items.every((item) => idOf(item) !== '')
      ? items.sort((a, b) => Number(idOf(a)) - Number(idOf(b)))
      : items;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'participants' && isJsonList(item) ? [...item].sort() : asSets(item),
    ]),
  );
}

function idOf(value: Json): string {
  return isJsonObject(value) && typeof value['id_'] === 'string' ? value['id_'] : '';
}

type Open = Json[] | { [key: string]: Json };

/** The initial environment with a task's recorded changes. */
function changed(initial: JsonObject, task: UserTask | InjectionTask): JsonObject {
  const out = structuredClone(initial) as { [key: string]: Json };
  for (const change of task.environment_diff) apply(out, change);
  return out;
}

function apply(root: Open, { path, op, after }: EnvironmentChange): void {
  const { owner, key } = placeOf(root, path.slice(1).split('/'));
  if (op === 'append' && Array.isArray(owner)) owner.push(after ?? null);
  else if (op === 'remove') delete (owner as { [key: string]: Json })[key];
  else (owner as { [key: string]: Json })[key] = after ?? null;
}

/** Walks as far as there is something; what is left is one key, slashes and all. */
function placeOf(root: Open, segments: readonly string[]): { owner: Open; key: string } {
  let owner = root;
  for (const [i, segment] of segments.entries()) {
    const next = Object.hasOwn(owner, segment)
      ? (owner as { [key: string]: Json })[segment]
      : undefined;
    const isLast = i === segments.length - 1;
    if (isLast || typeof next !== 'object' || next === null) {
      return { owner, key: segments.slice(i).join('/') };
    }
    owner = next as Open;
  }
  return { owner, key: '' };
}
