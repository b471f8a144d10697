/**
 * Finds, with the type checker, every place that calls or handles a tool callable. A callable is an
 * expression whose type is, or has as a part, the alias `ToolRun` of kernel/effects/tool-run.ts,
 * whatever the variable is called.
 */
import ts from 'typescript';
import { isAllowedUse } from './callable-uses.js';

export const TOOL_RUN_FILE = 'kernel/effects/tool-run.ts';
export const DISPATCHER_FILE = 'kernel/effects/dispatcher.ts';

export interface EffectSites {
  /** Calls of a callable, `file:line`. */
  readonly calls: readonly string[];
  /** Uses that could carry a callable past the one call: `why at file:line`. */
  readonly breaches: readonly string[];
}

interface Search {
  readonly checker: ts.TypeChecker;
  readonly toolRun: ts.Type;
  readonly nameOf: (file: ts.SourceFile) => string;
  readonly calls: string[];
  readonly breaches: string[];
}

function toolRunType(program: ts.Program, file: ts.SourceFile | undefined): ts.Type {
  const checker = program.getTypeChecker();
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  const alias = module?.exports?.get(ts.escapeLeadingUnderscores('ToolRun'));
  if (alias === undefined) throw new Error(`no exported type \`ToolRun\` in ${TOOL_RUN_FILE}`);
  return checker.getDeclaredTypeOfSymbol(alias);
}

function holds(type: ts.Type, wanted: ts.Type): boolean {
  if (type === wanted) return true;
  return type.isUnionOrIntersection() && type.types.some((part) => holds(part, wanted));
}

/** Takes off parentheses, casts, `!`, and all but the last part of a comma expression. */
function bare(node: ts.Expression): ts.Expression {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken) {
    return bare(node.right);
  }
  const isOuter =
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node);
  return isOuter || isCast(node) ? bare(node.expression) : node;
}

function isCallable(node: ts.Expression, { checker, toolRun }: Search): boolean {
  return holds(checker.getTypeAtLocation(node), toolRun);
}

function isCalleeOf(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent)) {
    return isCalleeOf(parent);
  }
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.CommaToken) {
    return parent.right === node && isCalleeOf(parent);
  }
  return ts.isCallExpression(parent) && parent.expression === node;
}

function isCast(node: ts.Node): node is ts.AsExpression | ts.TypeAssertion {
  return ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
}

/** An assignment that stands alone: what it assigns is looked at by itself. */
function isPlainAssignment(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node) && ts.isExpressionStatement(node.parent);
}

function whyBreach(node: ts.Expression, search: Search, file: string): string | undefined {
  if (isCast(node)) {
    const touches = isCallable(node, search) || isCallable(node.expression, search);
    return touches ? 'cast of a callable' : undefined;
  }
  if (ts.isPropertyAccessExpression(node) && node.getText() === 'Reflect.apply') {
    return file === 'kernel/primordials.ts' ? undefined : '`Reflect.apply`';
  }
  if (bare(node) !== node || isPlainAssignment(node) || isCalleeOf(node)) return undefined;
  if (ts.isFunctionLike(node) || !isCallable(node, search)) return undefined;
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node) {
    return `\`.${node.parent.name.text}\` of a callable`;
  }
  return isAllowedUse(node, file) ? undefined : 'callable used as a value';
}

function look(node: ts.Node, search: Search): void {
  const source = node.getSourceFile();
  const file = search.nameOf(source);
  const at = (): string => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    return `${file}:${line + 1}`;
  };
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    if (isCallable(bare(node.expression), search)) search.calls.push(at());
  }
  if (ts.isTaggedTemplateExpression(node) && isCallable(node.tag, search)) search.calls.push(at());
  if (ts.isExpression(node) && !isDeclaredName(node)) {
    const why = whyBreach(node, search, file);
    if (why !== undefined) search.breaches.push(`${why} at ${at()}`);
  }
  if (!ts.isTypeNode(node)) ts.forEachChild(node, (child) => look(child, search));
}

/** A name that is being declared, or the name part of a property access, is no use of its own. */
function isDeclaredName(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isIdentifier(node) && !ts.isPrivateIdentifier(node)) return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isPropertyAssignment(parent)) return parent.name === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return true;
  return 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
}

/** Searches the files of a program that `include` accepts; paths are relative to `root`. */
export function effectSites(
  program: ts.Program,
  root: string,
  include: (file: string) => boolean,
): EffectSites {
  const nameOf = (file: ts.SourceFile): string => file.fileName.slice(root.length + 1);
  const files = program.getSourceFiles().filter((file) => file.fileName.startsWith(`${root}/`));
  const search: Search = {
    checker: program.getTypeChecker(),
    toolRun: toolRunType(
      program,
      files.find((file) => nameOf(file) === TOOL_RUN_FILE),
    ),
    nameOf,
    calls: [],
    breaches: [],
  };
  for (const file of files) if (include(nameOf(file))) look(file, search);
  return { calls: search.calls, breaches: search.breaches };
}
