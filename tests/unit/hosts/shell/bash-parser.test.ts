import { describe, expect, test } from 'vitest';
import { bashParser, makeBashParser } from '../../../../hosts/index.js';
import type { ShellCommand, ShellNode, ShellPart, ShellWord } from '../../../../schemas/index.js';

function first(command: string): ShellNode | undefined {
  const { script } = bashParser.parse(command);
  return script.kind === 'list' ? script.items[0] : undefined;
}

function commandOf(text: string): ShellCommand {
  const node = first(text);
  if (node?.kind !== 'command') throw new Error(`no simple command: ${text}`);
  return node;
}

function spell(part: ShellPart): string {
  switch (part.kind) {
    case 'text':
      return part.isQuoted ? `'${part.text}'` : part.text;
    case 'variable':
      return `$${part.name}`;
    case 'glob':
      return '<glob>';
    case 'choice':
      return `{${part.texts.join('|')}}`;
    case 'substitution':
      return `<${part.form}>`;
    case 'unknown':
      return `<unknown:${part.scripts.length}>`;
  }
}

function words(text: string): readonly string[] {
  return commandOf(text).words.map((word) => word.parts.map(spell).join(''));
}

function kinds(command: string): unknown {
  const shape = (node: ShellNode): unknown => {
    switch (node.kind) {
      case 'pipeline':
        return { pipeline: node.parts.map(shape) };
      case 'list':
        return node.items.map(shape);
      case 'command':
      case 'words':
        return node.words.map((word) => word.parts.map(spell).join('')).join(' ');
      case 'function':
        return { [`function ${node.name}`]: shape(node.body) };
      default:
        return { [node.kind]: shape(node.body) };
    }
  };
  return shape(bashParser.parse(command).script);
}

const isStatic = ({ words: list }: ShellCommand): readonly boolean[] =>
  list.map((word: ShellWord) => word.isStatic);

describe('words', () => {
  test('lose their quotes and escapes', () => {
    expect(words(`r''m "a b" 'c d' e\\ f $'\\x2f' $"g" \\~ ""`)).toEqual([
      "r''m",
      "''" + "'a b'",
      "'c d'",
      'e f',
      "'/'",
      "'''g'",
      "'~'",
      "''''",
    ]);
    expect(words('r\\\nm x')).toEqual(['rm', 'x']);
  });

  test('keep what is known only when they run', () => {
    expect(words(`a $x "\${y}" \${z:-1} $1 $(b) \`c\` <(d) >(e) $((1)) \${#x}`)).toEqual([
      'a',
      '$x',
      "''" + '$y',
      '<unknown:0>',
      '<unknown:0>',
      '<command>',
      '<command>',
      '<input>',
      '<output>',
      '<unknown:0>',
      '<unknown:0>',
    ]);
    expect(isStatic(commandOf('a $x b* "c" {d,e}'))).toEqual([true, false, false, true, false]);
  });

  test('tell patterns and choices', () => {
    expect(words('a *.x b?c [de]f @(g|h) {i,j}k {1..3} {a,$x} "*" \\* {l}')).toEqual([
      'a',
      '<glob>.x',
      'b<glob>c',
      '<glob>f',
      '<glob>',
      '{i|j}k',
      '<unknown:0>',
      '<unknown:0>',
      "'''*'",
      "'*'",
      '{l}',
    ]);
  });

  test('hold the scripts that run while they are worked out', () => {
    expect(words(`a \${x:-$(b)} $((1+$(c))) {a,$(d)} @($(e)|f)`)).toEqual([
      'a',
      '<unknown:1>',
      '<unknown:1>',
      '<unknown:1>',
      '<unknown:1><glob>',
    ]);
  });
});

describe('commands', () => {
  test('have assignments, words and redirects, wherever these stand', () => {
    const command = commandOf('A=1 >x b 2>&1 c < d &> e');
    expect(command.assignments.map(({ name }) => name)).toEqual(['A']);
    expect(words('A=1 >x b 2>&1 c < d &> e')).toEqual(['b', 'c']);
    const targets = command.redirects.map((redirect) =>
      redirect.kind === 'file' ? [redirect.operator, redirect.target.parts.map(spell)] : null,
    );
    expect(targets).toEqual([
      ['>', ['x']],
      ['>&', ['1']],
      ['<', ['d']],
      ['&>', ['e']],
    ]);
    expect(commandOf('export A=1 B=(2 3)').assignments.map(({ name }) => name)).toEqual([
      'A',
      'B',
      'B',
    ]);
  });

  test('have here-documents with their body, and whether it expands', () => {
    const bodies = (text: string): unknown =>
      commandOf(text).redirects.map((redirect) =>
        redirect.kind === 'text'
          ? [redirect.expands, redirect.body.parts.map(spell).join('')]
          : null,
      );
    expect(bodies('a <<E\nb $x $(c)\nE')).toEqual([[true, "'b '$x' '<command>'\n'"]]);
    expect(bodies("a <<'E'\nb $x\nE")).toEqual([[false, "'b $x\n'"]]);
    expect(bodies("a <<'E'F\nb\nEF")).toEqual([[false, "'b\n'"]]);
    expect(bodies('a <<E <<F\nb\nE\nc\nF')).toEqual([
      [true, "'b\n'"],
      [true, "'c\n'"],
    ]);
    expect(bodies('a <<< "b"')).toEqual([[true, "'''b'"]]);
  });

  test('nest as they are written', () => {
    expect(kinds('a | b && c; d &')).toEqual([
      [{ pipeline: ['a', 'b'] }, 'c'],
      { background: 'd' },
    ]);
    expect(kinds('(a; b)')).toEqual([{ subshell: ['a', 'b'] }]);
    expect(kinds('f() { a; }')).toEqual([{ 'function f': { group: [['a']] } }]);
    expect(kinds('if a; then b; elif c; then d; else e; fi')).toEqual([
      { group: [['a'], ['b'], ['c'], ['d'], ['e']] },
    ]);
    expect(kinds('for i in x y; do a; done')).toEqual([{ group: ['', 'i', 'x', 'y', ['a']] }]);
    expect(kinds('while a; do b; done > c')).toEqual([{ group: [['a'], ['b']] }]);
    expect(kinds('case $x in a) b;; esac')).toEqual([{ group: ['$x', 'a', ['b']] }]);
    expect(kinds('! time -p a')).toEqual([{ pipeline: ['a'] }]);
    expect(kinds('coproc a')).toEqual([{ background: 'a' }]);
    expect(kinds('[[ -n $(a) ]]')).toEqual([{ group: ['<command>'] }]);
  });
});

describe('what cannot be read', () => {
  test('is said to have an error', () => {
    const wrong = ['"', "'", '$(', 'if', 'a | | b', ')', 'a >', '((', '<(', 'for', '`', 'a $(b "'];
    expect(wrong.filter((text) => !bashParser.parse(text).hasError)).toEqual([]);
    const right = ['', ' ', '# x', 'a', 'a #b', 'a;', 'a &', '{ a; }', "a <<'E'\n'\nE", 'a\n\nb'];
    expect(right.filter((text) => bashParser.parse(text).hasError)).toEqual([]);
  });

  test('is said to have one where it nests too deeply, or overflows the grammar', () => {
    const nested = (depth: number): string => `${'$('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(bashParser.parse(nested(6)).hasError).toBe(false);
    expect(bashParser.parse(nested(12)).hasError).toBe(true);
    expect(bashParser.parse('coproc '.repeat(20_000)).hasError).toBe(true);
  });
});

test('a parser remembers a few commands, and answers the same about all', () => {
  const parser = makeBashParser();
  const once = parser.parse('a b');
  expect(parser.parse('a b')).toBe(once);
  for (let i = 0; i < 20; i += 1) parser.parse(`a ${i}`);
  expect(parser.parse('a b')).toEqual(once);
});
