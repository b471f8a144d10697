/**
 * Programs of the documents: compiled strictly against the built package, as a stranger would, and
 * run in a process of their own. They lie in dist, so that `sluice` names this very package.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../project.js';

const FOLDER = join(projectRoot, 'dist/tests/readme/programs');

const options: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  types: ['node'],
  typeRoots: [join(projectRoot, 'node_modules/@types')],
  skipLibCheck: true,
};

export interface ProgramOutcome {
  /** What the compiler says; empty if it is content. */
  readonly diagnostics: readonly string[];
  /** Null if it was only compiled. */
  readonly stdout: string | null;
  readonly stderr: string | null;
}

function compile(file: string): readonly string[] {
  const program = ts.createProgram([file], options);
  const found = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** Compiles a program and, unless told otherwise, runs it. */
export function tryProgram(name: string, text: string, mode: 'run' | 'compile'): ProgramOutcome {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${name}.mts`);
  writeFileSync(file, text);
  const diagnostics = compile(file);
  if (mode === 'compile' || diagnostics.length > 0) {
    return { diagnostics, stdout: null, stderr: null };
  }
  const { stdout, stderr } = spawnSync(process.execPath, [join(FOLDER, `${name}.mjs`)], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { diagnostics, stdout, stderr };
}
