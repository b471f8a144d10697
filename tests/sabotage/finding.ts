/** What came of one sabotage. */
import { type CitedResult, type CitedTests, titlePattern } from './cited-tests.js';
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

/** A copy of the tree, and the process that runs tests of it. */
export interface Bench {
  readonly root: string;
  readonly cited: CitedTests;
}

function countOf(results: readonly CitedResult[]): string {
  const failed = results.filter(({ passed }) => !passed).length;
  return `${failed} of ${results.length} tests red`;
}

/** Carries a mutation out in a copy, runs the tests that cite it, and undoes it. */
export async function carryOut(
  { root, cited: citedTests }: Bench,
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
    undo = applyMutation(root, mutation);
  } catch (error) {
    const note = error instanceof Error ? error.message : 'the edit failed';
    return { id, file, result: 'stale', note };
  }
  try {
    const after = await citedTests.run(tests, titlePattern(id));
    const isRed = after.some(({ passed }) => !passed);
    return { id, file, result: isRed ? 'red' : 'green', note: countOf(after) };
  } finally {
    undo();
  }
}

/** Runs every test that cites one of the ids on the sources as they are, a share on each bench. */
export async function baseline(
  benches: readonly Bench[],
  mutations: readonly Mutation[],
): Promise<readonly CitedResult[]> {
  const files = [...new Set(mutations.flatMap(({ tests }) => tests))];
  const ids = mutations.map(({ id }) => titlePattern(id).source);
  const title = new RegExp(ids.join('|'));
  const results = benches.map(async ({ cited }, i) => {
    const share = files.filter((_, at) => at % benches.length === i);
    return share.length === 0 ? [] : await cited.run(share, title);
  });
  return (await Promise.all(results)).flat();
}
