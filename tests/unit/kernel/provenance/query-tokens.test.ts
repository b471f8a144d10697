/** Where the tokens of a query begin and end, one table: place and text of each. */
import { describe, expect, test } from 'vitest';
import { queryTokens } from '../../../../kernel/provenance/query-tokens.js';

/** `start-end text` of every token. */
function tokens(query: string): readonly string[] {
  return queryTokens(query).map(({ start, end, text }) => `${start}-${end} ${text}`);
}

const words: readonly (readonly [string, ...string[]])[] = [
  [''],
  ['  a  b\n', '2-3 a', '5-6 b'],
  ['../x .ssh', '0-4 ../x', '5-9 .ssh'],
  ['a). b', '0-1 a', '1-2 )', '2-3 .', '4-5 b'],
  ['...', '0-1 .', '1-2 .', '2-3 .'],
  ['.,(a', '0-1 .', '1-2 ,', '2-3 (', '3-4 a'],
  ['x. .. y', '0-1 x', '1-2 .', '3-4 .', '4-5 .', '6-7 y'],
  ['a!! b?!', '0-1 a', '1-2 !', '2-3 !', '4-5 b', '5-6 ?', '6-7 !'],
  ['¿Qué? ¡no!', '0-1 ¿', '1-4 Qué', '4-5 ?', '6-7 ¡', '7-9 no', '9-10 !'],
  ['.a. ,', '0-2 .a', '2-3 .', '4-5 ,'],
  ['a: b; c…', '0-1 a', '1-2 :', '3-4 b', '4-5 ;', '6-7 c', '7-8 …'],
  ['(a) [b]', '0-1 (', '1-2 a', '2-3 )', '4-5 [', '5-6 b', '6-7 ]'],
  ['{c} <d>', '0-1 {', '1-2 c', '2-3 }', '4-5 <', '5-6 d', '6-7 >'],
];

const split: readonly (readonly [string, ...string[]])[] = [
  ['a,b;c ,d', '0-1 a', '1-2 ,', '2-3 b', '3-4 ;', '4-5 c', '6-8 ,d'],
  ['a,,b a, b', '0-1 a', '1-2 ,', '2-3 ,', '3-4 b', '5-6 a', '6-7 ,', '8-9 b'],
  ["Bob's ’s a's x’s", '0-3 Bob', "3-5 's", '6-8 ’s', '9-10 a', "10-12 's", '13-14 x', '14-16 ’s'],
  ["o's's don't", "0-3 o's", "3-5 's", "6-11 don't"],
  ["James' 's", '0-5 James', "5-6 '", "7-8 '", '8-9 s'],
  ["a's,b", '0-1 a', "1-3 's", '3-4 ,', '4-5 b'],
];

const whole: readonly (readonly [string, ...string[]])[] = [
  ['1,234.50 $5, -3', '0-8 1,234.50', '9-11 $5', '11-12 ,', '13-15 -3'],
  ['1,2 50% +€7% 5-6,7', '0-3 1,2', '4-7 50%', '8-12 +€7%', '13-16 5-6', '16-17 ,', '17-18 7'],
  ['$1,5 1,5$ ,5 £1,2 ¥3,4', '0-4 $1,5', '5-9 1,5$', '10-12 ,5', '13-17 £1,2', '18-22 ¥3,4'],
  ['x1,2 1,2x', '0-2 x1', '2-3 ,', '3-4 2', '5-6 1', '6-7 ,', '7-9 2x'],
  ['http://a,b A+b.c://x,y 1://x,y', '0-10 http://a,b', '11-22 A+b.c://x,y', '23-30 1://x,y'],
  ['C:\\a,b /a;b', '0-6 C:\\a,b', '7-11 /a;b'],
  ['dir/.. a/b. dir/... c/', '0-6 dir/..', '7-10 a/b', '10-11 .', '12-19 dir/...', '20-22 c/'],
  ['a/.b. a/!', '0-4 a/.b', '4-5 .', '6-8 a/', '8-9 !'],
  ["/x's", "0-4 /x's"],
];

const quoted: readonly (readonly [string, ...string[]])[] = [
  ['"hello world"', '0-13 hello world'],
  ['say "a" "b c".', '0-3 say', '4-7 a', '8-13 b c', '13-14 .'],
  ['“a b” ‘c d’ «e f»', '0-5 a b', '6-11 c d', '12-17 e f'],
  ["„g h“ `i j` 'k l'", '0-5 g h', '6-11 i j', '12-17 k l'],
  ['"abc d', '0-1 "', '1-4 abc', '5-6 d'],
  ['x"a b" c', '0-3 x"a', '4-5 b', '5-6 "', '7-8 c'],
  ['"a"b c" d', '0-7 a"b c', '8-9 d'],
  ['"" a', '0-1 "', '1-2 "', '3-4 a'],
  ['""a" b', '0-4 "a', '5-6 b'],
  ['"a b",c "d e"f', '0-5 a b', '5-7 ,c', '8-9 "', '9-10 d', '11-14 e"f'],
  ['("a b")', '0-1 (', '1-6 a b', '6-7 )'],
  ['„a“ b“', '0-3 a', '4-5 b', '5-6 “'],
  ["don't 'x' y", "0-5 don't", '6-9 x', '10-11 y'],
  ['a"b c"', '0-3 a"b', '4-5 c', '5-6 "'],
];

describe.each([
  ['words and the punctuation of the sentence', words],
  ['a word is split at commas, semicolons and a possessive', split],
  ['a number, a URL and a path are whole', whole],
  ['what stands between quotation marks is one', quoted],
])('%s', (_, table) => {
  test.each(table.map(([query, ...parts]) => [query, parts]))('%j', (query, parts) => {
    expect(tokens(query)).toEqual(parts);
  });
});

test('a quotation has a longest length', () => {
  const long = 'a '.repeat(512).slice(0, 1023);
  expect(queryTokens(`"${long}"`)).toEqual([{ start: 0, end: 1025, text: long }]);
  expect(queryTokens(`"${long}x"`)[0]).toEqual({ start: 0, end: 1, text: '"' });
});
