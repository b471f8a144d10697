/** One TypeScript program over every room but the tests, with files added or replaced in memory. */
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot, sourceFiles } from '../project.js';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
};

/**
 * Builds the program; `overlay` maps paths from the root to texts. What `base` parsed and
 * resolved is used again.
 */
export function projectProgram(
  overlay: Readonly<Record<string, string>> = {},
  base?: ts.Program,
): ts.Program {
  const texts = new Map(
    Object.entries(overlay).map(([file, text]) => [join(projectRoot, file), text]),
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.getSourceFile = (file, version) => {
    const known = texts.has(file) ? undefined : base?.getSourceFile(file);
    if (known !== undefined) return known;
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, version);
  };
  const sources = sourceFiles(['schemas', 'kernel', 'reasoner', 'hosts', 'demo'])
    .filter((file) => file !== 'kernel/ambient.d.ts')
    .map((file) => join(projectRoot, file));
  return ts.createProgram({
    rootNames: [...new Set([...sources, ...texts.keys()])],
    options,
    host,
    ...(base === undefined ? {} : { oldProgram: base }),
  });
}
