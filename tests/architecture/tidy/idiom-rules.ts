/** Idioms that the project does not use, and what it uses instead. */
import ts from 'typescript';
import { everywhere, inKernel, inProduct, onLines, onNodes, type TidyRule } from './rule.js';

/** Spelt in two parts, so that this file does not break its own rule. */
const UNDONE = new RegExp(`(//|\\*).*\\b(${'TO'}${'DO'}|${'FIX'}${'ME'}|${'HA'}${'CK'})\\b`);
const BRANDED = /^(RunId|CallId|StepId|Capability|Brand<.*)$/;

function isAnyKeyword(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.AnyKeyword;
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some((part) => part.kind === ts.SyntaxKind.DefaultKeyword) ?? false)
  );
}

function isExportAll(node: ts.Node): boolean {
  return ts.isExportDeclaration(node) && node.exportClause === undefined;
}

function isBrandCast(node: ts.Node, source: ts.SourceFile): boolean {
  return ts.isAsExpression(node) && BRANDED.test(node.type.getText(source));
}

function isGlobalRegex(node: ts.Node | undefined, source: ts.SourceFile): boolean {
  if (node === undefined) return false;
  if (ts.isRegularExpressionLiteral(node)) return /\/[a-z]*[gy][a-z]*$/.test(node.text);
  if (ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp') {
    return /g|y/.test(node.arguments?.[1]?.getText(source) ?? '');
  }
  return false;
}

/** `.test` or `.exec` on a regex that remembers where it stopped. */
function isStatefulTest(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  if (node.expression.name.text !== 'test') return false;
  const { expression } = node.expression;
  if (isGlobalRegex(expression, source)) return true;
  let found = false;
  const visit = (other: ts.Node): void => {
    if (
      ts.isVariableDeclaration(other) &&
      other.name.getText(source) === expression.getText(source)
    ) {
      found ||= isGlobalRegex(other.initializer, source);
    }
    ts.forEachChild(other, visit);
  };
  visit(source);
  return found;
}

function isEmptyCatch(node: ts.Node): boolean {
  return ts.isCatchClause(node) && node.block.statements.length === 0;
}

function isParameterProperty(node: ts.Node): boolean {
  return ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent);
}

export const idiomRules: readonly TidyRule[] = [
  {
    name: 'no `any`',
    mend: 'use `unknown` and narrow it',
    covers: everywhere,
    hits: onNodes(isAnyKeyword),
    bad: 'export function f(x: any): void {}',
  },
  {
    name: 'no non-null `!`',
    mend: 'test for undefined, or cast where the loop bound proves it',
    covers: everywhere,
    hits: onNodes(ts.isNonNullExpression),
    bad: 'export const a = list[0]!;',
  },
  {
    name: 'no default export',
    mend: 'export it by name',
    covers: (file) => !/\.(host|config)\.ts$/.test(file),
    hits: onNodes(isDefaultExport),
    bad: 'export default 1;',
  },
  {
    name: 'no `export *`',
    mend: 'list the names',
    // The hardened front door is the usual one, name for name.
    covers: (file) => file !== 'hosts/hardened/index.ts',
    hits: onNodes(isExportAll),
    bad: "export * from './other.js';",
  },
  {
    name: 'no enum',
    mend: 'use a union of literals',
    covers: everywhere,
    hits: onNodes(ts.isEnumDeclaration),
    bad: 'enum A { B }',
  },
  {
    name: 'no parameter property',
    mend: 'declare the field',
    covers: everywhere,
    hits: onNodes(isParameterProperty),
    bad: 'class A { constructor(readonly a: number) {} }',
  },
  {
    name: 'no cast to a branded id',
    mend: 'use its parser in schemas/ids.ts',
    covers: (file) => file !== 'schemas/ids.ts',
    hits: onNodes(isBrandCast),
    bad: "export const run = 'r' as RunId;",
  },
  {
    name: 'no `.test` on a regex with a `g` or `y` flag',
    mend: 'drop the flag: it remembers where it stopped',
    covers: everywhere,
    hits: onNodes(isStatefulTest),
    bad: 'const R = /a/g;\nexport const hit = R.test(text);',
  },
  {
    name: 'no empty catch',
    mend: 'deny, rethrow, or return what the failure means',
    covers: inProduct,
    hits: onNodes(isEmptyCatch),
    bad: 'try { f(); } catch {}',
  },
  {
    name: 'no compiler or linter suppression',
    mend: 'mend the code',
    covers: inKernel,
    hits: onLines((line) => /@ts-(ignore|nocheck|expect-error)|biome-ignore/.test(line)),
    bad: `// ${'@ts'}-ignore`,
    badFile: 'kernel/bad.ts',
  },
  {
    name: 'no work left in comments',
    mend: 'do it, or write it down where work is planned',
    covers: everywhere,
    hits: onLines((line) => UNDONE.test(line)),
    bad: `// ${'TO'}DO later`,
  },
];
