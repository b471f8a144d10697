import { describe, expect, test } from 'vitest';
import {
  conformance,
  coreSteps,
  kernelSubject,
  requirements,
} from '../../hosts/conformance/index.js';
import { isQuick } from '../size.js';
import { breakKernel } from './break-kernel.js';
import { brokenKernels } from './broken-kernels.js';

const RUNS = 120;

describe('the conformance kit', () => {
  // In a quick run one in nine; all of them in a full one.
  test.for(brokenKernels.filter((_, i) => !isQuick() || i % 9 === 0))(
    'finds that $mistake',
    async ({ mistake, edits, caughtBy }) => {
      const subject = (await breakKernel(edits))({ name: mistake });
      const how = { seed: 1, runs: RUNS, shrink: false, only: [caughtBy] };
      const { findings } = await conformance(subject, how);
      expect(findings.map(({ id, result }) => [id, result])).toEqual([[caughtBy, 'fail']]);
    },
  );

  test('finds nothing in the kernel as it is, by all requirements', async () => {
    const runs = isQuick() ? 30 : RUNS;
    const { findings } = await conformance(kernelSubject(), { seed: 1, runs });
    expect(findings.filter(({ result }) => result !== 'pass')).toEqual([]);
  });

  test('finds nothing in the kernel where it is given the first kinds of steps alone', async () => {
    const subject = kernelSubject({ takes: { steps: coreSteps, schemas: 'checking' } });
    const runs = isQuick() ? 30 : RUNS;
    const { findings } = await conformance(subject, { seed: 1, runs });
    expect(findings.filter(({ result }) => result === 'fail')).toEqual([]);
    const excused = findings.filter(({ result }) => result === 'inconclusive');
    expect(excused.map(({ id }) => id)).toEqual(['CK-37', 'CK-38']);
  });

  test('has a requirement for each of at least 25 mistakes, and a number once', () => {
    const ids = requirements.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(brokenKernels.map(({ mistake }) => mistake)).size).toBeGreaterThanOrEqual(25);
    expect(brokenKernels.filter(({ caughtBy }) => !ids.includes(caughtBy))).toEqual([]);
  });
});
