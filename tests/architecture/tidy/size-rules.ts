/** How long files, functions and lines may be. */
import ts from 'typescript';
import { everywhere, inKernel, onLines, onNodes, type TidyRule } from './rule.js';

const MAX_FILE = 250;
const MAX_KERNEL_FILE = 200;
const MAX_FUNCTION = 50;
const MAX_LINE = 100;
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;
const GROUPS = /^(describe|beforeAll|beforeEach)(\.\w+)?$/;

function longerThan(limit: number): TidyRule['hits'] {
  return (source) => {
    const lines = source.text.trimEnd().split('\n').length;
    return lines > limit ? [lines] : [];
  };
}

/** The callback of a group of tests holds functions; it is none itself. */
function isTestGroup(node: ts.Node, source: ts.SourceFile): boolean {
  return (
    ts.isCallExpression(node.parent) &&
    GROUPS.test(node.parent.expression.getText(source).split('(')[0] ?? '')
  );
}

function isLongFunction(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return false;
  if (isTestGroup(node, source)) return false;
  const lines = node.getText(source).split('\n').length;
  return lines > MAX_FUNCTION;
}

const lines = (count: number): string => 'export const a = 1;\n'.repeat(count);

export const sizeRules: readonly TidyRule[] = [
  {
    name: `a file has at most ${MAX_FILE} lines`,
    mend: 'give its second noun a file of its own',
    // A front door is a list, as long as what stands behind it.
    covers: (file) => !file.startsWith('tests/') && !file.endsWith('/index.ts'),
    hits: longerThan(MAX_FILE),
    bad: lines(MAX_FILE + 1),
  },
  {
    name: `a file of the kernel has at most ${MAX_KERNEL_FILE} lines`,
    mend: 'give its second noun a file of its own',
    covers: inKernel,
    hits: longerThan(MAX_KERNEL_FILE),
    bad: lines(MAX_KERNEL_FILE + 1),
  },
  {
    name: `a function has at most ${MAX_FUNCTION} lines`,
    mend: 'name a part of it',
    covers: everywhere,
    hits: onNodes(isLongFunction),
    bad: `function long(): void {\n${'  call();\n'.repeat(MAX_FUNCTION)}}`,
  },
  {
    name: `a comment line has at most ${MAX_LINE} columns`,
    mend: 'break it; say it in fewer words',
    covers: everywhere,
    // The formatter breaks code; what it leaves is one long literal.
    hits: onLines((line) => COMMENT.test(line) && [...line].length > MAX_LINE),
    bad: `// ${'x'.repeat(MAX_LINE)}`,
  },
];
