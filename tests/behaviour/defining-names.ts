/** Finds where tools are defined: every use of a name that makes tools, under whatever alias. */
import ts from 'typescript';

const names: readonly string[] = ['defineTool', 'makeDefinition', 'assembleSuite'];

/** A plain import or export passes the name on; with an alias it may be used unseen. */
function isPassedOn(node: ts.Identifier): boolean {
  const { parent } = node;
  const isSpecifier = ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent);
  return isSpecifier && parent.propertyName === undefined;
}

function isDeclared(node: ts.Identifier): boolean {
  return ts.isFunctionDeclaration(node.parent) && node.parent.name === node;
}

/** Counts the uses in a source text; comments and texts do not count. */
export function usesOfDefiningNames(text: string): number {
  const source = ts.createSourceFile('any.ts', text, ts.ScriptTarget.ES2022, true);
  const count = (node: ts.Node): number => {
    const own =
      ts.isIdentifier(node) && names.includes(node.text) && !isPassedOn(node) && !isDeclared(node);
    let sum = own ? 1 : 0;
    ts.forEachChild(node, (child) => {
      sum += count(child);
    });
    return sum;
  };
  return count(source);
}
