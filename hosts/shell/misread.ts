/**
 * Where the grammar is known to read other text than Bash runs: in `${x/pattern/text}` it ends the
 * pattern at the first `/`, also at one inside a substitution.
 */
import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash';

const RUNS = /\$\(|`|[<>]\(/;

/** Asks whether anything of a script may have been read wrongly. */
export function isMisread(script: ParsedScript): boolean {
  let found = false;
  const visit = (node: SyntaxNode): void => {
    const isReplace = node.type === 'ParameterExpansion' && node.operation?.type === 'Replace';
    // What it holds is a part of its text.
    if (isReplace) found ||= RUNS.test(node.text);
    else if (!found) forEachChild(node, visit);
  };
  visit(script);
  return found;
}
