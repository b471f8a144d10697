/** Which test files cite which ids, read from the sources without running them. */
import ts from 'typescript';
import { listFiles, projectRoot, readText } from '../project.js';

const ID = /^(?:INV-[A-Z]\d+|[A-Z]-\d+[a-z]?|C\d+)$/;
const TIES = ['/claims/verifies.js', '/seed.js'];

function tiesClaims(source: ts.SourceFile): boolean {
  return source.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      TIES.some((end) => (statement.moduleSpecifier as ts.StringLiteral).text.endsWith(end)),
  );
}

function idsIn(source: ts.SourceFile): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && ID.test(node.text)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  if (tiesClaims(source)) visit(source);
  return found;
}

/**
 * Maps each cited id to the test files that cite it; only files that import `verifies` or `seeded`
 * count.
 */
export function citations(root: string = projectRoot): ReadonlyMap<string, readonly string[]> {
  const cited = new Map<string, string[]>();
  for (const file of listFiles('tests', '.test.ts', root)) {
    const source = ts.createSourceFile(file, readText(file, root), ts.ScriptTarget.ES2022);
    for (const id of idsIn(source)) cited.set(id, [...(cited.get(id) ?? []), file]);
  }
  return cited;
}
