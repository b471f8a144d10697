/** What a test must not do: skip without a reason, run alone, or replace the gate. */
import ts from 'typescript';
import { onLines, onNodes, type TidyRule } from './rule.js';

const isTest = (file: string): boolean => file.endsWith('.test.ts');

function isDisabled(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isPropertyAccessExpression(node)) return false;
  return /^(test|it|describe)\.(skip|only|todo)$/.test(node.getText(source));
}

export const testRules: readonly TidyRule[] = [
  {
    name: 'no test is skipped, left out or run alone',
    mend: 'mend it; use `skipIf` with a condition that a reader can check',
    covers: isTest,
    hits: onNodes(isDisabled),
    bad: `test.${'skip'}('later', () => undefined);`,
    badFile: 'tests/bad.test.ts',
  },
  {
    name: 'no test replaces a module of the kernel',
    mend: 'build the real one',
    covers: isTest,
    hits: onLines((line) => /vi\.(mock|doMock)\(['"`].*(kernel|schemas)\//.test(line)),
    bad: `vi.${'mock'}('../../kernel/gate/gate.js');`,
    badFile: 'tests/bad.test.ts',
  },
];
