/**
 * A house rule that a machine can check: where it holds, what it finds, and what to write instead.
 */
import ts from 'typescript';

export interface TidyRule {
  readonly name: string;
  /** What to do instead. */
  readonly mend: string;
  readonly covers: (file: string) => boolean;
  /** Lines, from 1, that break it. */
  readonly hits: (source: ts.SourceFile) => readonly number[];
  /** A file that breaks it, for the test of the rule itself. */
  readonly bad: string;
  /** The name of that file, where it matters. */
  readonly badFile?: string;
}

/** Parses a text for the rules. */
export function parseSource(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
}

/** The line of a position, from 1. */
export function lineAt(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** Makes a rule's `hits` from a test on every node. */
export function onNodes(
  test: (node: ts.Node, source: ts.SourceFile) => boolean,
): (source: ts.SourceFile) => readonly number[] {
  return (source) => {
    const lines: number[] = [];
    const visit = (node: ts.Node): void => {
      if (test(node, source)) lines.push(lineAt(source, node.getStart(source)));
      ts.forEachChild(node, visit);
    };
    visit(source);
    return lines;
  };
}

/** Makes a rule's `hits` from a pattern that must not occur in a line. */
export function onLines(
  test: (line: string) => boolean,
): (source: ts.SourceFile) => readonly number[] {
  return (source) =>
    source.text
      .split('\n')
      .map((line, i) => (test(line) ? i + 1 : 0))
      .filter((line) => line > 0);
}

export const everywhere = (): boolean => true;
export const inKernel = (file: string): boolean => file.startsWith('kernel/');
export const inBase = (file: string): boolean => /^(kernel|schemas)\//.test(file);
export const inProduct = (file: string): boolean => !file.startsWith('tests/');
