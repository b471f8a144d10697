/** The claims table against the sources, the tests and the generated documents. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codes } from '../../schemas/index.js';
import { listFiles, projectRoot, readText, sourceFiles } from '../project.js';
import { isOfFullSizeAlone } from '../size.js';
import { behaviour } from './behaviour.js';
import { citations } from './citations.js';
import type { Claim } from './claim.js';
import { claims } from './claims.js';
import { familyTitles } from './family.js';
import { generatedDocs } from './generated-docs.js';
import { type CitedId, verifies } from './verifies.js';

const rows = Object.entries<Claim>(claims);
const tested = rows.filter(([, claim]) => claim.kind !== 'assumed');
const COMMENT = /\/\/ (INV-[A-Z]\d+(?:, INV-[A-Z]\d+)*):/g;

function commentedIds(file: string): string[] {
  return [...readText(file).matchAll(COMMENT)].flatMap((match) => match[1]?.split(', ') ?? []);
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe('the table', () => {
  test('every id is INV-, the letter of a family and a number', () => {
    const letters = Object.keys(familyTitles).join('');
    const odd = rows
      .map(([id]) => id)
      .filter((id) => !new RegExp(`^INV-[${letters}]\\d+$`).test(id));
    expect(odd).toEqual([]);
  });

  test('what is assumed says why and has no site; all else has a site', () => {
    const odd = rows.filter(([, claim]) =>
      claim.kind === 'assumed'
        ? claim.why === undefined || claim.site !== null
        : claim.site === null || !existsSync(join(projectRoot, claim.site)),
    );
    expect(odd.map(([id, claim]) => `${id} ${claim.site}`)).toEqual([]);
  });

  test('every tested claim has a sabotage, or says why none exists', () => {
    const odd = tested.filter(
      ([, claim]) => claim.sabotage === undefined && claim.why === undefined,
    );
    expect(odd.map(([id]) => id)).toEqual([]);
  });

  test('every sabotage is one line that occurs exactly once and changes something', () => {
    const odd = tested.flatMap(([id, { sabotage, site }]) => {
      if (sabotage === undefined) return [];
      const file = sabotage.file ?? site ?? '';
      const count = existsSync(join(projectRoot, file))
        ? occurrences(readText(file), sabotage.find)
        : 0;
      const isEdit = sabotage.find !== sabotage.replace && !sabotage.find.includes('\n');
      return count === 1 && isEdit ? [] : [`${id}: ${count} times in ${file}`];
    });
    expect(odd).toEqual([]);
  });
});

describe('the sources', () => {
  test('every site holds the comment of its claim', () => {
    const odd = tested.filter(
      ([id, { site }]) =>
        site === null || !existsSync(join(projectRoot, site)) || !commentedIds(site).includes(id),
    );
    expect(odd.map(([id, { site }]) => `// ${id}: in ${site}`)).toEqual([]);
  });

  test('every comment names a claim', () => {
    const odd = sourceFiles(['schemas', 'kernel', 'reasoner', 'hosts', 'demo']).flatMap((file) =>
      commentedIds(file)
        .filter((id) => !Object.hasOwn(claims, id))
        .map((id) => `${id} in ${file}`),
    );
    expect(odd).toEqual([]);
  });
});

describe('the tests', () => {
  const cited = citations();
  // `npm test` runs these; what only the full size cites would go unseen for too long.
  const citedInQuick = new Set(
    [...cited]
      .filter(([, files]) => files.some((file) => !isOfFullSizeAlone(file)))
      .map(([id]) => id),
  );

  test('every tested claim is cited in the quick size', () => {
    expect(tested.map(([id]) => id).filter((id) => !citedInQuick.has(id))).toEqual([]);
  });

  test('every behaviour item is cited in the quick size', () => {
    expect(Object.keys(behaviour).filter((id) => !citedInQuick.has(id))).toEqual([]);
  });

  test('every cited id exists', () => {
    const known = new Set([...Object.keys(claims), ...Object.keys(behaviour)]);
    expect([...cited.keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  test('an unknown or assumed id does not load', () => {
    const body = (): void => undefined;
    expect(() => verifies('INV-Z99' as CitedId, 'x', body)).toThrow('unknown id `INV-Z99`');
    expect(() => verifies('INV-P18', 'x', body)).toThrow('is assumed');
    expect(() => verifies([], 'x', body)).toThrow('no id given');
    expect(() => verifies('INV-B1', 'x', body, { knownGap: true })).toThrow('no known gap');
  });
});

describe('the documents', () => {
  const docs = generatedDocs();

  test('every code has a page and every page a code', () => {
    const pages = listFiles('docs/errors', '.md').filter((file) => !file.endsWith('README.md'));
    const expected = Object.keys(codes).map((code) => `docs/errors/${code}.md`);
    expect(pages).toEqual(expected.sort());
  });

  test('the generated documents are up to date; if not, run `npm run docs:generate`', () => {
    const stale = [...docs].filter(
      ([file, text]) => !existsSync(join(projectRoot, file)) || readText(file) !== text,
    );
    expect(stale.map(([file]) => file)).toEqual([]);
  });
});
