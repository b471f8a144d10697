import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../../../reasoner/json-text.js';

describe('parseJsonText', () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    [' \n\t{"a": 1}\r\n', { a: 1 }],
    ['```json\n{"a": 1}\n```', { a: 1 }],
    ['```\r\n[1, 2]\r\n```\n', [1, 2]],
    ['"```json"', '```json'],
    ['null', null],
  ])('reads %j', (text, value) => {
    expect(parseJsonText(text)).toEqual({ ok: true, value });
  });

  it.each([
    '',
    'Certainly! {"a": 1}',
    '{"a": 1} Done.',
    '{"a": 1}{"a": 2}',
    '{"a": 1',
    'Here:\n```json\n{"a": 1}\n```',
    '```json\n{"a": 1}\n```\nDone.',
    '```json\n{"a": 1}\n```\n```json\n{"a": 2}\n```',
    '```js\n{"a": 1}\n```',
    '```json\n{"a": 1}',
    "{'a': 1}",
    '\ufeff{"a": 1}',
    '\u00a0{"a": 1}',
    'undefined',
  ])('refuses %j', (text) => {
    expect(parseJsonText(text)).toEqual({ ok: false });
  });

  it('reads any JSON value back, bare and in a fence', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (json, isFenced) => {
        const text = isFenced ? `\`\`\`json\n${json}\n\`\`\`` : json;
        expect(parseJsonText(text)).toEqual({ ok: true, value: JSON.parse(json) });
      }),
      { numRuns: 1000 },
    );
  });

  it('takes linear time over white space', () => {
    expect(parseJsonText(`1${' '.repeat(4_000_000)}1`)).toEqual({ ok: false });
    expect(parseJsonText(`1${' '.repeat(4_000_000)}`)).toEqual({ ok: true, value: 1 });
  });

  it('survives very deep nesting', () => {
    expect(parseJsonText('['.repeat(1_000_000))).toEqual({ ok: false });
  });
});
