// Family G, items 22, 25, 29 and 30: what patterns match. The tables of docs/patterns.md, row by
// row, and what they do not show. Commands: guardrail-command-patterns.test.ts.
import { describe, expect } from 'vitest';
import { normalHost } from '../../kernel/policy/match/host-name.js';
import { hostPattern } from '../../kernel/policy/match/host-pattern.js';
import { pathPattern } from '../../kernel/policy/match/path-pattern.js';
import { fold, type Pattern, type Strictness } from '../../kernel/policy/match/pattern.js';
import { inList } from '../../kernel/policy/match/pattern-list.js';
import { normalRef } from '../../kernel/policy/match/ref-name.js';
import { refPattern } from '../../kernel/policy/match/ref-pattern.js';
import { verifies } from '../claims/verifies.js';
import { malformedIn, tableRows } from '../docs/patterns-page.js';

type Read = (text: string) => Pattern | null;

function said(read: Read, pattern: string, value: string | null): readonly string[] {
  const made = read(pattern);
  if (made === null || value === null) throw new Error(`cannot read \`${pattern}\` or its value`);
  return (['exact', 'loose'] as const).map((how) => (made.matches(value, how) ? 'yes' : 'no'));
}

function listed(read: Read, patterns: readonly string[], value: string, how: Strictness): boolean {
  return inList(
    patterns.map((text) => {
      const made = read(text);
      if (made === null) throw new Error(`malformed \`${text}\``);
      return made;
    }),
    value,
    how,
  );
}

const dimensions: Readonly<Record<string, readonly [Read, (value: string) => string | null]>> = {
  Paths: [pathPattern, (value) => value],
  Refs: [refPattern, normalRef],
  Hosts: [hostPattern, normalHost],
};

for (const [heading, [read, normal]] of Object.entries(dimensions)) {
  verifies(['G-22', 'G-29'], `the table of ${heading.toLowerCase()} holds, row by row`, () => {
    const rows = tableRows(heading);
    expect(rows.length).toBeGreaterThan(10);
    const found = rows.map(([pattern, value]) => [
      pattern,
      value,
      ...said(read, pattern, normal(value)),
    ]);
    expect(found).toEqual(rows);
  });

  verifies('G-29', `what is malformed among ${heading.toLowerCase()} is no pattern`, () => {
    const bad = malformedIn(heading);
    expect(bad.length).toBeGreaterThan(5);
    for (const text of ['', '!', ...bad, ...bad.map((one) => `!${one}`), '!!a', 'a\0', '\ud800']) {
      expect([text, read(text)]).toEqual([text, null]);
    }
    expect(read(`/${'x'.repeat(1024)}`)).toBeNull();
  });
}

describe('a list', () => {
  verifies(['G-25', 'G-29'], 'holds what a pattern matches and no negation takes out', () => {
    const list = ['release/*', '!release/1/*'];
    expect(listed(refPattern, list, 'release/2', 'exact')).toBe(true);
    expect(listed(refPattern, list, 'release/1/x', 'exact')).toBe(false);
    expect(listed(refPattern, list, 'main', 'loose')).toBe(false);
  });

  verifies('G-29', 'of negations alone holds anything but these', () => {
    const list = ['!main', '!release/*'];
    expect(listed(refPattern, list, 'x', 'exact')).toBe(true);
    expect(listed(refPattern, list, 'main', 'exact')).toBe(false);
    expect(listed(refPattern, list, 'main', 'loose')).toBe(false);
  });

  verifies('G-29', 'compares a negation the other way', () => {
    const list = ['/srv/**', '!/srv/keys/**'];
    // An allow loses both; a deny keeps both.
    for (const path of ['/srv/KEYS/a', '/srv/keys']) {
      expect(listed(pathPattern, list, path, 'exact')).toBe(false);
      expect(listed(pathPattern, list, path, 'loose')).toBe(true);
    }
    expect(listed(pathPattern, list, '/srv/keys/a', 'loose')).toBe(false);
  });

  verifies('G-29', 'a negation is told from its text', () => {
    expect(refPattern('!refs/heads/main')).toMatchObject({
      text: 'refs/heads/main',
      isNegation: true,
      anchor: { kind: 'equals', text: 'main' },
    });
  });
});

verifies('G-30', 'a pattern that can match no absolute path is refused, not ignored', () => {
  for (const text of ['etc/x', './x', '~/x', '*', '?', '$HOME/x', 'C:/x', '/a/./b', '/a/**/']) {
    expect([text, pathPattern(text)]).toEqual([text, null]);
  }
  for (const text of ['/', '**', '**/x', '**x', '/x/..a', '/.*']) {
    expect(pathPattern(text)?.text).toBe(text);
  }
});

describe('loosely', () => {
  verifies('G-29', 'spellings of one name are one', () => {
    expect(fold('/E\u0301')).toBe(fold('/\u00c9'));
    expect(fold('/ΣΑΣ')).toBe(fold('/σας'));
    const pattern = pathPattern('/ΟΔΟΣ*');
    expect(pattern?.matches('/οδοσα', 'loose')).toBe(true);
    expect(pattern?.matches('/οδος', 'loose')).toBe(true);
    expect(pattern?.matches('/οδος', 'exact')).toBe(false);
    expect(pathPattern('/e\u0301')?.matches('/\u00e9', 'exact')).toBe(true);
  });

  verifies('G-29', 'no value is lost by what its case does to it', () => {
    // The lower case of the first is two characters; the second composes only in lower case.
    for (const [pattern, value] of [
      ['/?', '/\u0130'],
      ['/H*', '/H\u0331'],
    ] as const) {
      expect(said(pathPattern, pattern, value)).toEqual(['yes', 'yes']);
    }
  });
});
