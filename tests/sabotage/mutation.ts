/**
 * A sabotage as it is carried out: which line of which file of a copy changes, and which tests must
 * go red.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Claim } from '../claims/claim.js';

export interface Mutation {
  readonly id: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The test files that cite the id. */
  readonly tests: readonly string[];
}

/** Lists the mutations of a table, for all ids or for those of `only`. */
export function mutationsOf(
  claims: Readonly<Record<string, Claim>>,
  cited: ReadonlyMap<string, readonly string[]>,
  only: readonly string[],
): readonly Mutation[] {
  return Object.entries(claims).flatMap(([id, { sabotage, site }]) => {
    if (sabotage === undefined || (only.length > 0 && !only.includes(id))) return [];
    const { find, replace, file = site ?? '' } = sabotage;
    return [{ id, file, find, replace, tests: cited.get(id) ?? [] }];
  });
}

/**
 * Compiles one file by itself, as the project does: to an ES module, types taken off and unchecked.
 * A sabotage that no longer fits its types is carried out all the same.
 */
export function compiled(text: string): string {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return outputText;
}

/**
 * Applies a mutation to a tree, and to what is compiled of the file; the result undoes both.
 * Throws unless `find` occurs exactly once.
 */
export function applyMutation(root: string, { id, file, find, replace }: Mutation): () => void {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const count = before.split(find).length - 1;
  if (count !== 1) throw new Error(`the edit of ${id} matches ${count} times in ${file}`);
  const built = join(root, 'dist', file.replace(/\.ts$/, '.js'));
  const builtBefore = existsSync(built) ? readFileSync(built, 'utf8') : null;
  const after = before.replace(find, () => replace);
  writeFileSync(path, after);
  if (builtBefore !== null) writeFileSync(built, compiled(after));
  return () => {
    writeFileSync(path, before);
    if (builtBefore !== null) writeFileSync(built, builtBefore);
  };
}
