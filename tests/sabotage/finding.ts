/** What came of one sabotage. */
import type { TreeCopy } from '../tree-copy.js';
import { type CitedResult, runCited, titlePattern } from './cited-tests.js';
import { applyMutation, type Mutation } from './mutation.js';

export interface Finding {
  readonly id: string;
  readonly file: string;
  /**
   * `red` is what is wanted. `green`: no test noticed; `uncited`: there is none; `stale`: the edit
   * does not apply; `not green before`: the tests fail on the sources as they stand.
   */
  readonly result: 'red' | 'green' | 'uncited' | 'stale' | 'not green before';
  readonly note: string;
}

function countOf(results: readonly CitedResult[]): string {
  const failed = results.filter(({ passed }) => !passed).length;
  return `${failed} of ${results.length} tests red`;
}

/** Carries a mutation out in a copy, runs the tests that cite it, and undoes it. */
export async function carryOut(
  copy: TreeCopy,
  mutation: Mutation,
  before: readonly CitedResult[],
): Promise<Finding> {
  const { id, file, tests } = mutation;
  if (tests.length === 0) return { id, file, result: 'uncited', note: 'no test cites it' };
  const cited = before.filter(({ title }) => titlePattern(id).test(title));
  if (cited.length === 0 || cited.some(({ passed }) => !passed)) {
    return { id, file, result: 'not green before', note: countOf(cited) };
  }
  let undo: () => void;
  try {
    undo = applyMutation(copy.root, mutation);
  } catch (error) {
    const note = error instanceof Error ? error.message : 'the edit failed';
    return { id, file, result: 'stale', note };
  }
  try {
    const after = await runCited(copy.root, tests, titlePattern(id));
    const isRed = after.some(({ passed }) => !passed);
    return { id, file, result: isRed ? 'red' : 'green', note: countOf(after) };
  } finally {
    undo();
  }
}

/** Runs every test that cites one of the ids on the sources as they stand. */
export async function baseline(
  copy: TreeCopy,
  mutations: readonly Mutation[],
): Promise<readonly CitedResult[]> {
  const files = [...new Set(mutations.flatMap(({ tests }) => tests))];
  if (files.length === 0) return [];
  const ids = mutations.map(({ id }) => titlePattern(id).source);
  return runCited(copy.root, files, new RegExp(ids.join('|')));
}
