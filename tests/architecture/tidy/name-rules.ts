/** One word for one idea, whole words, and a sentence on everything that is exported. */
import ts from 'typescript';
import { glossary, wordFor } from './glossary.js';
import { everywhere, inBase, inProduct, onNodes, type TidyRule } from './rule.js';

const VAGUE_FILE = /(^|[/-])(utils?|helpers?|managers?|common|misc|shared)([-./]|$)/;
const VAGUE_NAME = /(Utils?|Helpers?|Manager|Impl)$/;

function declaredName(node: ts.Node): string | undefined {
  const isDeclaration =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isPropertySignature(node);
  return isDeclaration && node.name !== undefined && ts.isIdentifier(node.name)
    ? node.name.text
    : undefined;
}

function isExported(node: ts.FunctionDeclaration | ts.ClassDeclaration): boolean {
  return ts.getModifiers(node)?.some((part) => part.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isPublic(node: ts.Node): node is ts.FunctionDeclaration | ts.ClassDeclaration {
  return (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && isExported(node);
}

/** The header of a file speaks for the one function or class that it exports. */
function lacksDocstring(node: ts.Node, source: ts.SourceFile): boolean {
  if (!isPublic(node) || source.isDeclarationFile) return false;
  if (source.statements.filter(isPublic).length === 1 && lacksHeader(source).length === 0)
    return false;
  return ts.getJSDocCommentsAndTags(node).length === 0;
}

function lacksHeader(source: ts.SourceFile): readonly number[] {
  return source.text.trimStart().startsWith('/**') || source.text.startsWith('#!') ? [] : [1];
}

export const nameRules: readonly TidyRule[] = [
  {
    name: 'no file is a drawer for anything',
    mend: 'name the file for the one noun it exports',
    covers: everywhere,
    hits: (source) => (VAGUE_FILE.test(source.fileName) ? [1] : []),
    bad: '',
    badFile: 'hosts/string-utils.ts',
  },
  {
    name: 'no vague name',
    mend: 'say what it does',
    covers: everywhere,
    hits: onNodes((node) => VAGUE_NAME.test(declaredName(node) ?? '')),
    bad: 'export class SessionManager {}',
  },
  {
    name: 'no synonym of a word of the glossary',
    mend: `use a word of the glossary: ${Object.keys(glossary).join(', ')}`,
    covers: inBase,
    hits: onNodes((node) => {
      const name = declaredName(node);
      return name !== undefined && wordFor(name) !== undefined;
    }),
    bad: 'export const permissions = [];',
    badFile: 'kernel/bad.ts',
  },
  {
    name: 'every file says in its first lines what it is',
    mend: 'begin the file with a `/** … */` comment',
    covers: (file) => !file.endsWith('.test.ts'),
    hits: lacksHeader,
    bad: 'export const a = 1;',
  },
  {
    name: 'every exported function and class has a docstring',
    mend: 'one sentence on what it does, and the codes it throws',
    covers: inProduct,
    hits: onNodes(lacksDocstring),
    bad: 'export function f(): void {}',
  },
];
