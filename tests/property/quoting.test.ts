import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { queryTokens } from '../../kernel/provenance/query-tokens.js';
import { trustQuery } from '../../kernel/provenance/trusted-query.js';
import { anyMarks, anyQuery } from '../generators/any-query.js';
import { naiveQuotes, naiveTokens } from '../model/naive-tokens.js';
import { seeded } from './seed.js';

const principal = 'user:me@example.com';
const FORM = /^(?:\d{4}-\d{2}-\d{2}|\d{2}:\d{2}|PT?\d+[SMHDW])$/;
const anyText = fc.oneof(anyMarks, anyQuery);

function substrings(text: string): readonly string[] {
  const all = new Set<string>();
  for (let from = 0; from < text.length; from += 1)
    for (let to = from + 1; to <= text.length; to += 1) all.add(text.slice(from, to));
  return [...all].filter((part) => !FORM.test(part));
}

/** What the kernel takes for a quote although the reference does not, and the other way round. */
function disagreements(text: string, tried: Iterable<string>): readonly string[] {
  const query = trustQuery(text, { principal });
  const quotes = naiveQuotes(query.text);
  return [...tried].filter((part) => query.quotes(part) !== quotes.has(part));
}

describe('the tokens of a query', () => {
  seeded(
    'are those of the reference',
    fc.property(anyText, (text) => {
      const query = text.normalize('NFC');
      const tokens = queryTokens(query).map(({ start, end, text: inner }) => {
        return { start, outer: query.slice(start, end), inner };
      });
      expect(tokens).toEqual(naiveTokens(query));
    }),
    { runs: 4000, claims: 'INV-P3' },
  );

  seeded(
    'stand in order, cover all but white space, and overlap nowhere',
    fc.property(anyText, (text) => {
      const query = text.normalize('NFC');
      let at = 0;
      for (const { start, end } of queryTokens(query)) {
        expect(start).toBeLessThan(end);
        expect(query.slice(at, start)).toMatch(/^\s*$/u);
        at = end;
      }
      expect(query.slice(at)).toMatch(/^\s*$/u);
    }),
  );
});

describe('a literal', () => {
  seeded(
    'is a quote where it is a token or a run of tokens, and no other part of the query is',
    fc.property(anyMarks, (text) => {
      expect(disagreements(text, substrings(text.normalize('NFC')))).toEqual([]);
    }),
    { claims: 'INV-P3' },
  );

  seeded(
    'that is a proper part of one token is none',
    fc.property(anyQuery, (text) => {
      const query = text.normalize('NFC');
      const parts = queryTokens(query).flatMap((token) => {
        const outer = query.slice(token.start, token.end);
        return substrings(outer).filter((part) => part !== outer && part !== token.text);
      });
      expect(disagreements(text, parts)).toEqual([]);
    }),
    { claims: 'INV-P3' },
  );

  seeded(
    'that is glued from two tokens is none unless it stands in the query as such',
    fc.property(anyQuery, fc.constantFrom('', ' ', ', ', '@', '.'), (text, glue) => {
      const texts = queryTokens(text.normalize('NFC')).map((token) => token.text);
      const glued = texts.flatMap((a) => texts.map((b) => `${a}${glue}${b}`));
      expect(disagreements(text, glued)).toEqual([]);
    }),
    { claims: 'INV-P3' },
  );

  seeded(
    'that reaches over the edge of a token by some characters is none',
    fc.property(anyQuery, fc.nat(200), fc.nat(200), (text, from, length) => {
      const query = text.normalize('NFC');
      const start = from % query.length;
      const part = query.slice(start, start + 1 + (length % (query.length - start)));
      expect(disagreements(text, [part, ` ${part}`, `${part} `])).toEqual([]);
    }),
  );

  seeded(
    'counts in NFC and in no other form or case',
    fc.property(anyQuery, (text) => {
      const query = trustQuery(text, { principal });
      for (const token of queryTokens(query.text)) {
        const apart = token.text.normalize('NFD');
        expect(query.quotes(token.text)).toBe(true);
        if (apart !== token.text) expect(query.quotes(apart)).toBe(false);
        const upper = token.text.toUpperCase();
        if (!naiveQuotes(query.text).has(upper)) expect(query.quotes(upper)).toBe(false);
      }
    }),
  );
});
