/**
 * The house rules, on every source file and document; each rule is shown red on a text that breaks
 * it.
 */
import { describe, expect, test } from 'vitest';
import { readText, sourceFiles } from '../project.js';
import { baseRules } from './tidy/base-rules.js';
import { documents, promises, unknownIds } from './tidy/docs.js';
import { idiomRules } from './tidy/idiom-rules.js';
import { nameRules } from './tidy/name-rules.js';
import { parseSource } from './tidy/rule.js';
import { sizeRules } from './tidy/size-rules.js';
import { testRules } from './tidy/test-rules.js';

const rules = [...sizeRules, ...idiomRules, ...baseRules, ...nameRules, ...testRules];
const files = sourceFiles().map((file) => ({ file, source: parseSource(file, readText(file)) }));

describe('sources', () => {
  test.each(rules)('$name', ({ covers, hits, mend }) => {
    const found = files
      .filter(({ file }) => covers(file))
      .flatMap(({ file, source }) => hits(source).map((line) => `${file}:${line}: ${mend}`));
    expect(found).toEqual([]);
  });

  test('every id that a file names is a claim', () => {
    const found = files
      .filter(({ file }) => !file.startsWith('tests/claims/'))
      .flatMap(({ file, source }) => unknownIds(source.text).map((id) => `${file}: ${id}`));
    expect(found).toEqual([]);
  });
});

describe('a text that breaks the rule is found', () => {
  test.each(rules)('$name', ({ bad, badFile = 'hosts/bad.ts', covers, hits }) => {
    const file = covers(badFile) ? badFile : 'kernel/bad.ts';
    expect(covers(file)).toBe(true);
    expect(hits(parseSource(file, bad)).length).toBeGreaterThan(0);
    expect(hits(parseSource('hosts/good.ts', '/** Good. */\nexport const good = 1;\n'))).toEqual(
      [],
    );
  });
});

describe('documents', () => {
  test('no document promises what nobody can keep', () => {
    const found = documents().flatMap((file) =>
      promises(readText(file)).map(
        (line) => `${file}:${line}: say what cannot happen, by which id`,
      ),
    );
    expect(found).toEqual([]);
  });

  test('every id that a document names is a claim', () => {
    const found = documents().flatMap((file) =>
      unknownIds(readText(file)).map((id) => `${file}: ${id}`),
    );
    expect(found).toEqual([]);
  });

  test('a promise is found, a mention is not', () => {
    expect(promises('Sluice is secure.\n\nIt makes leaks impossible.')).toEqual([1, 3]);
    expect(promises('We never write "secure" nor `impossible`.')).toEqual([]);
    const unknown = `INV-${'Z9'}`;
    expect(unknownIds(`INV-B1, ${unknown}`)).toEqual([unknown]);
  });
});
