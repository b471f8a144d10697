/**
 * The few uses of a tool callable beside its one call: `defineTool`'s way in, and the dispatcher's
 * record.
 */
import ts from 'typescript';

function isAssignedFrom(node: ts.Expression, test: (target: ts.Expression) => boolean): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    parent.right === node &&
    test(parent.left)
  );
}

function isTarget(node: ts.Expression): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    parent.left === node
  );
}

function isPrivateField(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && ts.isPrivateIdentifier(node.name);
}

/** In kernel/effects/tool-run.ts: `typeof`, into the handle's `#field`, out of it by `openTool`. */
function isToolUse(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isTypeOfExpression(parent)) return true;
  if (ts.isReturnStatement(parent)) return isPrivateField(node);
  if (isTarget(node)) return isPrivateField(node);
  if (isAssignedFrom(node, isPrivateField)) return true;
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 'make';
  return ts.isNewExpression(parent) && parent.expression.getText() === 'Tool';
}

/** In kernel/effects/dispatcher.ts: opened from a handle, put into the record, taken out of it. */
function isDispatcherUse(node: ts.Expression): boolean {
  const { parent } = node;
  if (isTarget(node)) return ts.isElementAccessExpression(node);
  if (isAssignedFrom(node, ts.isElementAccessExpression)) return true;
  if (ts.isVariableDeclaration(parent)) {
    return ts.isCallExpression(node) || ts.isElementAccessExpression(node);
  }
  return ts.isBinaryExpression(parent) && isComparison(parent.operatorToken.kind);
}

function isComparison(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
  );
}

/** Asks whether a callable may stand here without being called. */
export function isAllowedUse(node: ts.Expression, file: string): boolean {
  if (file === 'kernel/effects/tool-run.ts') return isToolUse(node);
  return file === 'kernel/effects/dispatcher.ts' && isDispatcherUse(node);
}
