/** The committed vectors: made by the reference, true of the kernel, and of every kind. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  chooseVectors,
  coreSteps,
  kernelSubject,
  parseKitFile,
  playVector,
  type Subject,
  traceDigest,
  type Vector,
  vectorsText,
} from '../../../../hosts/conformance/index.js';
import { always, rule } from '../../../fakes/release-rule.js';
import { readText } from '../../../project.js';

const COMMITTED = 'docs/vectors/core-v1.json';
let text = '';
let vectors: readonly Vector[] = [];

beforeAll(() => {
  text = readText(COMMITTED);
  const file = parseKitFile(text);
  if (file.kind === 'vectors') vectors = file.vectors;
});

/** Those that a subject does otherwise, with the part that differs. */
async function failedOn(subject: Subject, some = vectors): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const vector of some) {
    const why = await playVector(subject, vector);
    if (why !== null) failed.push(`${vector.id} ${why}`);
  }
  return failed;
}

describe('the committed vectors', () => {
  test('are those that the kit makes', () => {
    expect(vectors).toHaveLength(200);
    expect(text.length).toBeLessThan(1_500_000);
    // Not `toBe`: two texts of that size are no message.
    expect(text === vectorsText(chooseVectors(1, 200), 1)).toBe(true);
  });

  test('hold of the kernel', async () => {
    expect(await failedOn(kernelSubject())).toEqual([]);
  });

  test('have every kind of step, ending, denial and ruling', () => {
    const all = <T>(of: (vector: Vector) => readonly T[]): readonly T[] => [
      ...new Set(vectors.flatMap(of)),
    ];
    const kinds = all(({ case: { situation } }) => situation.plan?.steps.map((s) => s.kind) ?? []);
    expect([...kinds].sort()).toEqual([...coreSteps].sort());
    expect([...all(({ expect: { status } }) => [status])].sort()).toEqual([
      'blocked',
      'committed',
      'failed',
    ]);
    const stages = all((one) => one.expect.decisions.map(({ stage }) => stage));
    expect([...stages].sort()).toEqual(
      ['approval', 'capability', 'guard', 'provenance', 'schema', null].sort(),
    );
    const asked = all(({ exchange }) => exchange.map(({ ask }) => ask));
    expect([...asked].sort()).toEqual(['call', 'parse', 'plan', 'rule']);
    const rulings = all(({ exchange }) =>
      exchange.flatMap((e) => (e.ask === 'rule' ? e.answer : [])),
    );
    expect([...rulings].sort()).toEqual(['allow', 'deny']);
  });

  test('carry the digest of what they expect, and JSON Schemas in the place of ours', () => {
    for (const { expect: expected, case: given } of vectors) {
      const { digest, ...trace } = expected;
      expect(traceDigest(trace)).toBe(digest);
      for (const { input } of given.situation.tools)
        expect(input).toMatchObject({ type: 'object', additionalProperties: false });
      expect(Object.keys(given.situation.schemas)).toEqual(['any', 'words']);
    }
  });
});

describe('a vector', () => {
  test('finds a kernel whose rules were changed', async () => {
    const lax = kernelSubject({
      configure: (config) => ({
        ...config,
        declassify: ['decision', '*'].map((argument) => {
          return rule('release', always, { argument, id: argument === '*' ? 'args' : argument });
        }),
      }),
    });
    expect((await failedOn(lax)).length).toBeGreaterThan(20);
  });

  test('finds a subject that tells of other decisions, calls or endings', async () => {
    const kernel = kernelSubject();
    const some = vectors.filter(({ expect: { calls, status } }) => {
      return calls.length > 0 && status === 'blocked';
    });
    const one = some.slice(0, 1);
    const silent: Subject = {
      ...kernel,
      async play(given, stage) {
        const ending = await kernel.play(given, stage);
        return { ...ending, decisions: [] };
      },
    };
    const cheerful: Subject = {
      ...kernel,
      async play(given, stage) {
        return { ...(await kernel.play(given, stage)), status: 'committed' };
      },
    };
    const idle: Subject = {
      ...kernel,
      play: async () => ({ status: 'blocked', code: null, output: null, decisions: [] }),
    };
    expect(await failedOn(kernel, one)).toEqual([]);
    expect((await failedOn(silent, one))[0]).toContain('decisions: []');
    expect((await failedOn(cheerful, one))[0]).toContain('status: "committed"; expected "blocked"');
    expect((await failedOn(idle, one))[0]).toContain('calls: []');
    // One that may be stricter does nothing, and that is allowed.
    expect(await failedOn({ ...idle, takes: { ...idle.takes, exact: false } })).toEqual([]);
  });

  test('a subject need not tell which stage denied', async () => {
    const kernel = kernelSubject();
    const vague: Subject = {
      ...kernel,
      async play(given, stage) {
        const ending = await kernel.play(given, stage);
        return {
          ...ending,
          decisions: ending.decisions.map((decided) => ({ ...decided, stage: null })),
        };
      },
    };
    expect(await failedOn(vague, vectors.slice(0, 40))).toEqual([]);
  });
});
