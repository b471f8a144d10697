/**
 * What the trusted base must not reach for: time, chance, code made at run time, globals, waiting.
 */
import ts from 'typescript';
import { inBase, inKernel, onNodes, type TidyRule } from './rule.js';

const SYNCHRONOUS = /^kernel\/(gate|provenance|plan|policy|vaglio|snapshot)\//;

/** The identifier read as a global, not as a name of a property or a declaration. */
function isGlobal(name: string): (node: ts.Node) => boolean {
  return (node) => {
    if (!ts.isIdentifier(node) || node.text !== name) return false;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
    return (
      ts.isExpression(parent) || ts.isVariableDeclaration(parent) || ts.isReturnStatement(parent)
    );
  };
}

function isMember(text: string): (node: ts.Node, source: ts.SourceFile) => boolean {
  return (node, source) => ts.isPropertyAccessExpression(node) && node.getText(source) === text;
}

function isDynamicImport(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

function extendsOther(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isHeritageClause(node) || node.token !== ts.SyntaxKind.ExtendsKeyword) return false;
  if (!ts.isClassLike(node.parent)) return false;
  return !/^(Error|CodedError|EffectDenied|RunStopped)$/.test(
    node.types[0]?.expression.getText(source) ?? '',
  );
}

function isAsync(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node)) return true;
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some((part) => part.kind === ts.SyntaxKind.AsyncKeyword) ?? false)
  );
}

/** A `let` at the top of a file, other than one filled by a class's static block. */
function isModuleState(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isVariableStatement(node) || node.parent !== source) return false;
  if ((node.declarationList.flags & ts.NodeFlags.Const) !== 0) return false;
  return node.declarationList.declarations.some((item) => item.initializer !== undefined);
}

interface BannedGlobal {
  readonly name: string;
  readonly mend: string;
  readonly test: (node: ts.Node, source: ts.SourceFile) => boolean;
  readonly bad: string;
}

const banned: readonly BannedGlobal[] = [
  { name: 'Date', mend: 'ask the clock port', test: isGlobal('Date'), bad: 'Date.now();' },
  {
    name: 'Math.random',
    mend: 'ask the random port',
    test: isMember('Math.random'),
    bad: 'Math.random();',
  },
  { name: 'eval', mend: 'write the code', test: isGlobal('eval'), bad: "eval('1');" },
  {
    name: 'Function',
    mend: 'write the code',
    test: isGlobal('Function'),
    bad: "new Function('1');",
  },
  {
    name: 'globalThis',
    mend: 'name it in ambient.d.ts',
    test: isGlobal('globalThis'),
    bad: 'f(globalThis);',
  },
  {
    name: 'Symbol.for',
    mend: 'use a #brand',
    test: isMember('Symbol.for'),
    bad: "Symbol.for('a');",
  },
  { name: 'import()', mend: 'import at the top', test: isDynamicImport, bad: "import('./a.js');" },
];

export const baseRules: readonly TidyRule[] = [
  ...banned.map(({ name, mend, test, bad }) => ({
    name: `no \`${name}\` in the trusted base`,
    mend,
    covers: (file: string) => inBase(file) && file !== 'kernel/primordials.ts',
    hits: onNodes(test),
    bad,
    badFile: 'kernel/bad.ts',
  })),
  {
    name: 'no class extends another, but for errors',
    mend: 'compose; classes of the kernel are final',
    covers: inKernel,
    hits: onNodes(extendsOther),
    bad: 'class A extends B {}',
    badFile: 'kernel/bad.ts',
  },
  {
    name: 'what decides does not wait',
    mend: 'gather the input in kernel/effects/admission.ts and pass it',
    covers: (file) => SYNCHRONOUS.test(file),
    hits: onNodes(isAsync),
    bad: 'export async function decide(): Promise<void> {}',
    badFile: 'kernel/gate/bad.ts',
  },
  {
    name: 'no mutable state of a module',
    mend: 'hold it in an object that its owner makes',
    covers: inBase,
    hits: onNodes(isModuleState),
    bad: 'let count = 0;',
    badFile: 'kernel/bad.ts',
  },
];
