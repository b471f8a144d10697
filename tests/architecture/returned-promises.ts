/**
 * Async functions that hand a promise on as it is: the language asks it for its `then`, which code
 * of the realm may have patched. Awaited, nobody is asked.
 */
import { relative } from 'node:path';
import ts from 'typescript';

/** Where they stand, as `file:line`, in the files that `isOurs` names. */
export function returnedPromises(
  program: ts.Program,
  root: string,
  isOurs: (file: string) => boolean,
): readonly string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const source of program.getSourceFiles()) {
    const file = relative(root, source.fileName);
    if (!isOurs(file)) continue;
    const visit = (node: ts.Node, isAsync: boolean): void => {
      const inside = ts.isFunctionLike(node) ? isAsyncFunction(node) : isAsync;
      const given = inside ? handedOn(node) : null;
      if (given !== null && isThenable(checker.getTypeAtLocation(given))) {
        const { line } = source.getLineAndCharacterOfPosition(given.getStart());
        found.push(`${file}:${line + 1}`);
      }
      ts.forEachChild(node, (kid) => visit(kid, inside));
    };
    visit(source, false);
  }
  return found;
}

function isAsyncFunction(node: ts.SignatureDeclaration): boolean {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
}

function handedOn(node: ts.Node): ts.Expression | null {
  if (ts.isReturnStatement(node)) return node.expression ?? null;
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : null;
}

function isThenable(type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some(
    (one) => one.getProperty('then') !== undefined,
  );
}
