/** Turns words of the grammar into words as the guard reads them: quotes and escapes taken out. */
import {
  type BraceExpansionPart,
  forEachChild,
  type ParameterExpansionPart,
  type ParsedScript,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import type { ShellNode, ShellPart, ShellWord } from '../../schemas/index.js';

/** Turns the script of a substitution into a node. */
export type ReadScript = (script: ParsedScript) => ShellNode;

const NAME = /^\$\{?([A-Za-z_]\w*)\}?$/;
/** What in braces is no plain text: quotes, escapes, expansions, patterns, homes. */
const NOT_PLAIN = /[\\'"$`*?[\]~]/;
const MAX_CHOICES = 64;

/** Reads one word. */
export function readWord(word: Word, read: ReadScript): ShellWord {
  const given = word.parts;
  const parts: ShellPart[] = [];
  if (given === undefined) parts.push(bare(word.text, word.value));
  else for (const part of given) addPart(parts, part, false, read);
  return makeWord(parts);
}

/** Reads the body of a here-document. */
export function readBody(
  body: { readonly text: string; readonly parts: readonly WordPart[] | undefined },
  read: ReadScript,
): ShellWord {
  const parts: ShellPart[] = [];
  if (body.parts === undefined) parts.push({ kind: 'text', text: body.text, isQuoted: true });
  else for (const part of body.parts) addPart(parts, part, true, read);
  return makeWord(parts);
}

function makeWord(parts: readonly ShellPart[]): ShellWord {
  return { parts, isStatic: parts.every(({ kind }) => kind === 'text') };
}

function bare(text: string, value: string): ShellPart {
  // An escaped `~` at the beginning is no home; what else is escaped is plain text all the same.
  return { kind: 'text', text: value, isQuoted: text.startsWith('\\') };
}

function addPart(into: ShellPart[], part: WordPart, isQuoted: boolean, read: ReadScript): void {
  switch (part.type) {
    case 'Literal':
      into.push(
        isQuoted ? { kind: 'text', text: part.value, isQuoted } : bare(part.text, part.value),
      );
      return;
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      into.push({ kind: 'text', text: part.value, isQuoted: true });
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      // `""` is a word too, of no text.
      into.push({ kind: 'text', text: '', isQuoted: true });
      for (const inner of part.parts) addPart(into, inner, true, read);
      return;
    case 'Glob':
    case 'ExtendedGlob':
      into.push(...unknownIfScripts(part, read), { kind: 'glob' });
      return;
    case 'SimpleExpansion':
      into.push(variable(part.text, isQuoted));
      return;
    case 'ParameterExpansion':
      into.push(parameter(part, isQuoted, read));
      return;
    case 'BraceExpansion':
      into.push(choice(part, isQuoted, read));
      return;
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      into.push(substitution(part, isQuoted, read));
      return;
    case 'ArithmeticExpansion':
      into.push({ kind: 'unknown', scripts: scriptsIn(part, read), isQuoted });
      return;
  }
}

function unknownIfScripts(part: WordPart, read: ReadScript): readonly ShellPart[] {
  const scripts = scriptsIn(part, read);
  return scripts.length === 0 ? [] : [{ kind: 'unknown', scripts, isQuoted: false }];
}

function variable(text: string, isQuoted: boolean): ShellPart {
  const name = NAME.exec(text)?.[1];
  return name === undefined
    ? { kind: 'unknown', scripts: [], isQuoted }
    : { kind: 'variable', name, isQuoted };
}

function parameter(part: ParameterExpansionPart, isQuoted: boolean, read: ReadScript): ShellPart {
  const isPlain =
    part.prefix === undefined && part.index === undefined && part.operation === undefined;
  if (isPlain) return variable(part.text, isQuoted);
  return { kind: 'unknown', scripts: scriptsIn(part, read), isQuoted };
}

function substitution(
  part: Extract<WordPart, { type: 'CommandExpansion' | 'ProcessSubstitution' }>,
  isQuoted: boolean,
  read: ReadScript,
): ShellPart {
  const { script } = part;
  if (script === undefined) return { kind: 'unknown', scripts: [], isQuoted };
  if (part.type === 'CommandExpansion')
    return { kind: 'substitution', form: 'command', script: read(script), isQuoted };
  const form = part.operator === '<' ? 'input' : 'output';
  return { kind: 'substitution', form, script: read(script), isQuoted };
}

function choice(part: BraceExpansionPart, isQuoted: boolean, read: ReadScript): ShellPart {
  const texts = NOT_PLAIN.test(part.text) ? null : choices(part.text);
  if (texts === null) return { kind: 'unknown', scripts: scriptsIn(part, read), isQuoted };
  return { kind: 'choice', texts };
}

/** The texts that `{a,b{c,d}}` stands for; null for a range, or where they are too many. */
function choices(text: string): readonly string[] | null {
  const inner = text.slice(1, -1);
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= inner.length; at += 1) {
    const sign = inner[at];
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    else if (at === inner.length || (sign === ',' && depth === 0)) {
      items.push(inner.slice(from, at));
      from = at + 1;
    }
  }
  const isList = items.length > 1 && items.length <= MAX_CHOICES;
  // Braces in braces are rare: what they stand for is left open.
  return isList && !inner.includes('{') ? items : null;
}

/** The scripts that run anywhere inside a node. */
export function scriptsIn(node: SyntaxNode, read: ReadScript): readonly ShellNode[] {
  const scripts: ShellNode[] = [];
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Script') scripts.push(read(child));
    else forEachChild(child, visit);
  };
  forEachChild(node, visit);
  return scripts;
}
