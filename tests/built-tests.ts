/** The compiled test files of a run, by their sources: `tsc` leaves those of deleted ones there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, projectRoot, readText } from './project.js';
import { isOfFullSizeAlone, isQuick } from './size.js';

/** What a test does to its process that a test file after it could meet. */
const MARKS = /fakes\/(?:patched|watched-builtins)\.js'|process\.chdir\(|useFakeTimers\(/;

export interface BuiltTests {
  /** Files that need a process of their own. */
  readonly alone: readonly string[];
  /** Files that run one after another in the same process. */
  readonly shared: readonly string[];
}

/** Lists the sources of the tests that a run of this size takes; the tarball has its own run. */
export function testSources(root: string = projectRoot): readonly string[] {
  const all = listFiles('tests', '.test.ts', root).filter(
    (file) => !file.startsWith('tests/pack/'),
  );
  return isQuick() ? all.filter((file) => !isOfFullSizeAlone(file)) : all;
}

/** The compiled file of a source, by path from the root. */
export function builtFile(source: string): string {
  return join('dist', source.replace(/\.ts$/, '.js'));
}

/** Lists the compiled tests. @throws Error if one is not compiled */
export function builtTests(root: string = projectRoot): BuiltTests {
  const alone: string[] = [];
  const shared: string[] = [];
  for (const source of testSources(root)) {
    const built = builtFile(source);
    if (!existsSync(join(root, built)))
      throw new Error(`${source} is not compiled: run \`tsc -b\``);
    (MARKS.test(readText(source, root)) ? alone : shared).push(built);
  }
  return { alone, shared };
}
