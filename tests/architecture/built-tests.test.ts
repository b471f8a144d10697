/** No test file is left out of both sizes, and the quick size has its share and its seed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { builtFile, builtTests } from '../built-tests.js';
import { listFiles, projectRoot, readText } from '../project.js';
import { isOfFullSizeAlone, isQuick, runSeed, sized } from '../size.js';

afterEach(() => vi.unstubAllEnvs());

function filesIn(size: string): readonly string[] {
  vi.stubEnv('SLUICE_SIZE', size);
  const { alone, shared } = builtTests();
  expect(alone.filter((file) => shared.includes(file))).toEqual([]);
  return [...alone, ...shared].sort();
}

const sources = listFiles('tests', '.test.ts').filter((file) => !file.startsWith('tests/pack/'));

describe('the files', () => {
  test('the full size runs every one, but those of the tarball', () => {
    expect(filesIn('full')).toEqual(sources.map(builtFile).sort());
  });

  test('the quick size runs all but those that say `.full.test.ts`', () => {
    const kept = sources.filter((file) => !isOfFullSizeAlone(file));
    expect(filesIn('quick')).toEqual(kept.map(builtFile).sort());
    expect(kept.length).toBeLessThan(sources.length);
  });

  test('the tarball has a run of its own', () => {
    const packed = listFiles('tests/pack', '.test.ts');
    expect(packed.length).toBeGreaterThan(0);
    expect(readText('package.json')).toContain('--config tests/pack/vitest.config.ts');
  });

  test('each file is compiled to one that exists', () => {
    expect(sources.filter((file) => !existsSync(join(projectRoot, builtFile(file))))).toEqual([]);
  });

  test('a test that patches built-ins has a process of its own', () => {
    const { alone, shared } = builtTests();
    expect(alone).toContain('dist/tests/attacks/patched-builtins.test.js');
    expect(shared).not.toContain('dist/tests/attacks/patched-builtins.test.js');
  });
});

describe('the size', () => {
  test('is full unless asked', () => {
    vi.stubEnv('SLUICE_SIZE', undefined);
    expect([isQuick(), sized(1000)]).toEqual([false, 1000]);
  });

  test('quick is a tenth of the inputs, at least 50, never more than asked', () => {
    vi.stubEnv('SLUICE_SIZE', 'quick');
    expect([10_000, 1000, 60, 30].map(sized)).toEqual([1000, 100, 50, 30]);
  });

  test('is no other word', () => {
    vi.stubEnv('SLUICE_SIZE', 'small');
    expect(() => isQuick()).toThrow('must be `quick` or `full`');
  });
});

describe('the seed', () => {
  test('is the same in each quick run, and another in each full run', () => {
    vi.stubEnv('SLUICE_SEED', undefined);
    vi.stubEnv('SLUICE_SIZE', 'quick');
    expect(runSeed()).toBe(runSeed());
    vi.stubEnv('SLUICE_SIZE', 'full');
    expect(new Set(Array.from({ length: 5 }, runSeed)).size).toBeGreaterThan(1);
  });

  test('is SLUICE_SEED where it is given', () => {
    vi.stubEnv('SLUICE_SEED', '4711');
    expect(runSeed()).toBe('4711');
  });
});
