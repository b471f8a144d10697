/** The policy document as text: what is taken, and where each thing that is wrong is told. */
import { describe, expect, test } from 'vitest';
import { parsePolicyText, readPolicyFile } from '../../../../hosts/policy/policy-file.js';
import { verifies } from '../../../claims/verifies.js';
import { goodPolicy, hostError, policyFile } from './policy-texts.js';

function told(text: string): readonly string[] {
  return hostError(() => parsePolicyText(text, 'p')).problems;
}

function firstTold(text: string): string {
  return told(text)[0] ?? '';
}

describe('a document that is whole', () => {
  test('is read with its defaults, and frozen', () => {
    const document = parsePolicyText(goodPolicy, 'p');
    expect(document.rules.map(({ id, enforcement }) => [id, enforcement])).toEqual([
      ['no-push', 'hard'],
      ['ask-publish', 'hard'],
    ]);
    expect(document.managed[0]).toMatchObject({ id: 'no-secrets', scope: 'managed' });
    expect(document.autonomy.spaces).toEqual({ docs: 'proposeOnly' });
    expect(document.never).toEqual({ paths: ['/srv/vault/**'], refs: [], hosts: [] });
    expect(document.overrides).toEqual([]);
    expect(Object.isFrozen(document.rules[0])).toBe(true);
    expect(Object.getPrototypeOf(document)).toBe(null);
  });

  test('is the same from a file, and as JSON', () => {
    const document = parsePolicyText(goodPolicy, 'p');
    expect(readPolicyFile(policyFile(goodPolicy))).toEqual(document);
    expect(parsePolicyText(JSON.stringify(document, null, 2), 'p')).toEqual(document);
    expect(parsePolicyText(`\uFEFF${JSON.stringify(document)}`, 'p')).toEqual(document);
  });

  test('may have comments, line ends of Windows, a start and an end mark', () => {
    const text = '# policy\r\n---\r\nversion: 1 # the first\r\n...\r\n';
    expect(parsePolicyText(text, 'p').version).toBe(1);
  });

  test('takes words as YAML 1.2 does: `yes` and `on` are text, `0x10` is a number', () => {
    const text = 'version: 1\npinned: [yes, on, y1]\nbudgets: { a: { run: { count: 0x10 } } }';
    const { pinned, budgets } = parsePolicyText(text, 'p');
    expect([pinned, budgets['a']?.run?.count]).toEqual([['yes', 'on', 'y1'], 16]);
    expect(firstTold('version: 1\npinned: [true]')).toContain('2:10: `pinned[0]`: expected text');
  });
});

describe('what is wrong is told with its line and the nearest word', () => {
  test.each([
    [
      'version: 1\nrules:\n  - id: a\n    scope: workspace\n    class: gitPush\n    decison: deny',
      '6:5: unknown key `decison`: did you mean `decision`?',
    ],
    ['version: 1\nrule: []', '2:1: unknown key `rule`: did you mean `rules`?'],
    [
      'version: 1\nrules: [{ id: a, scope: workspace, class: gitpush, decision: deny }]',
      '2:43: `rules[0].class`: unknown word `gitpush`: did you mean `gitPush`?',
    ],
    [
      'version: 1\nrules: [{ id: a, scope: worksapce, class: gitPush, decision: deny }]',
      '2:25: `rules[0].scope`: expected `workspace`, `space:ID` or `agent:ID`',
    ],
    [
      'version: 1\nrules: [{ id: a, scope: workspace, class: gitPush }]',
      '2:9: missing key `decision`',
    ],
    [
      "version: 1\nnever: { paths: [/a, 'src/**'] }",
      '2:22: a pattern of paths begins with `/`, `~/` or `**`',
    ],
    ['rules: []', '1:1: missing key `version`'],
    ['version: 2', '1:10: `version`: expected `1`'],
    ['version: 1\nrules:', '2:7: `rules`: expected a list'],
    ['version: 1\nnever: { paths: /a }', '2:17: `never.paths`: expected a list'],
    [
      'version: 1\nbudgets:\n  "a b": { run: { count: 1 } }',
      '3:10: `budgets.a b`: expected a name',
    ],
    [
      'version: 1\ndeclassify:\n- { id: a, tool: t, argument: /x, when: { souces: [] }, then: deny }',
      '3:43: unknown key `souces`: did you mean `sources`?',
    ],
    [
      'version: 1\ndeclassify:\n- { id: a, tool: t, argument: x, when: { always: true }, then: deny }',
      '3:31: `declassify[0].argument`: a JSON pointer is empty or begins with `/`',
    ],
    [
      'version: 1\ndeclassify:\n- id: a\n  tool: t\n  argument: /x\n  then: deny\n  when:\n    not: { all: [ { equals: { litral: 1 } } ] }',
      '8:31: unknown key `litral`: did you mean `literal`?',
    ],
    [
      'version: 1\nrules: [{ id: a, scope: workspace, class: gitPush, command: x, decision: deny }]',
      '2:9: `rules[0]`: a rule targets a `class` or a `command`, exactly one of them',
    ],
  ])('%j', (text, expected) => {
    const error = hostError(() => parsePolicyText(text, 'p'));
    expect(error.code).toBe('policy_malformed');
    expect(error.message.replace(/ \(and \w+ more\)$/, '')).toBe(`\`p\` line ${expected}`);
    expect(error.at).toBe(expected.split(': ')[0]);
  });

  test('everything at once, ten at most, in the order of the lines', () => {
    const rule = '  - { id: a, scope: workspace, clas: gitPush, decision: deny }\n';
    const error = hostError(() => parsePolicyText(`version: 1\nrules:\n${rule.repeat(30)}`, 'p'));
    expect(error.problems).toHaveLength(10);
    expect(error.message).toMatch(/^`p` line 3:32: unknown key `clas`.* \(and 29 more\)$/);
    const lines = error.problems.map((problem) => Number(/line (\d+)/.exec(problem)?.[1]));
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });

  test('a second rule of one id, managed or not', () => {
    const rule = '{ id: a, scope: workspace, class: gitPush, decision: deny }';
    expect(told(`version: 1\nrules:\n- ${rule}\n- ${rule}`)).toEqual([
      '`p` line 4:9: a second rule `a`',
    ]);
    const managed = '{ id: a, class: gitPush }'.replace(' }', ', decision: deny }');
    expect(told(`version: 1\nrules: [${rule}]\nmanaged: [${managed}]`)).toEqual([
      '`p` line 3:17: a second rule `a`',
    ]);
  });

  test('without a character that a terminal would obey', () => {
    const problem = firstTold('version: 1\n"\\e[2Jx": 1');
    expect(problem).toContain('unknown key `?[2Jx`');
    const word = firstTold('version: 1\nautonomy: { default: "\\e[2J\\u202E" }');
    expect(word).toContain('unknown word `?[2J?`');
  });
});

describe('what YAML can say and JSON cannot is refused', () => {
  test.each([
    ['version: 1\nversion: 1', '2:1: a key occurs twice'],
    ['version: 1\n"versio\\u006E": 1', '2:1: a key occurs twice'],
    ['a: &a [1]\nb: 1', '1:7: an anchor; write the value out'],
    ['version: "1"', '1:10: `version`: expected the number `1`, without quotation marks'],
    [
      'a: *a',
      '1:4: an alias; write the value out, or put text that begins with `*` in quotation marks',
    ],
    ['&a a: 1', '1:4: an anchor; write the value out'],
    ['version: !!int "1"', '1:16: a tag; put text that begins with `!` in quotation marks'],
    ['!mine version: 1', '1:1: a key that is no text'],
    ['version: !mine 1', '1:10: a tag; put text that begins with `!` in quotation marks'],
    ['version: 1\n---\nversion: 1', '2:1: a second document'],
    ['%YAML 1.1\n---\nversion: 1', '1:1: a directive'],
    ['%TAG ! tag:x,2000:\n---\nversion: 1', '1:1: a directive'],
    ['? [a]\n: 1', '1:3: a key that is no text'],
    ['version: .nan', '1:10: a number that JSON has not'],
    ['version: -.inf', '1:10: a number that JSON has not'],
    ['__proto__: 1', '1:1: a reserved key'],
    ['a: { constructor: 1 }', '1:6: a reserved key'],
    ['a: "\\uD800"', '1:4: half of a surrogate pair'],
    ['a: "x\u0000"', '1:6: a character that cannot be printed'],
    ['a: 1\n\u0018b: 2', '2:1: a character that cannot be printed'],
    ['a: \uFEFFx', '1:4: a character that cannot be printed'],
    ['version: 1\n\trules: []', '2:1: a tab before a line; indent with spaces'],
    ['', '1:1: the document is empty'],
    ['# nothing\n', '1:1: the document is empty'],
    ['---\n...\n', '1:1: the document is empty'],
  ])('%j', (text, expected) => {
    expect(firstTold(text)).toBe(`\`p\` line ${expected}`);
  });

  test('a merge key is a key like any other', () => {
    expect(told('version: 1\n<<: { rules: [] }')[0]).toContain('2:1: unknown key `<<`');
  });
});

describe('the size of a text', () => {
  test.each([
    ['brackets', '['.repeat(200_000)],
    ['maps in brackets', '{a: '.repeat(100_000)],
    ['dashes', '- '.repeat(100_000)],
    ['question marks', '? '.repeat(100_000)],
    ['indented lines', Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('depth by %s is bounded before anything recurses', (_, text) => {
    expect(firstTold(text)).toContain('nested deeper than 64');
  });

  test('length is bounded', () => {
    const text = `version: 1 #${'x'.repeat(8_388_608)}`;
    expect(firstTold(text)).toBe('`p` line 1:1: the text is longer than 8388608 code units');
  });

  test('many keys take time in proportion', () => {
    const keys = Array.from({ length: 40_000 }, (_, i) => `k${i}: 1`).join('\n');
    expect(told(keys)).toHaveLength(10);
  });
});

verifies('G-45', 'a document refuses another word for autonomy', () => {
  const document = parsePolicyText('version: 1', 'p');
  expect(document.autonomy).toEqual({ default: 'actWithApproval', spaces: {} });
  for (const word of ['proposeOnly', 'actWithApproval', 'actFreely']) {
    const text = `version: 1\nautonomy: { default: ${word}, spaces: { docs: ${word} } }`;
    expect(parsePolicyText(text, 'p').autonomy.spaces['docs']).toBe(word);
  }
  for (const word of ['full', 'ActFreely', 'null', '""', '1', '[actFreely]']) {
    for (const text of [`default: ${word}`, `spaces: { docs: ${word} }`]) {
      const error = hostError(() => parsePolicyText(`version: 1\nautonomy: { ${text} }`, 'p'));
      expect([error.code, error.at?.split(':')[0]]).toEqual(['policy_malformed', '2']);
    }
  }
});
