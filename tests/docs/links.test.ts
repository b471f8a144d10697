/** Every link of the documents leads somewhere, and every path and id that they name exists. */
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents, unknownIds } from '../architecture/tidy/docs.js';
import { listFiles, projectRoot, readText, sourceFiles } from '../project.js';
import { anchorOf, type Link, readMarkdown } from './markdown.js';

const EXTERNAL = /^[a-z][a-z0-9+.-]*:/i;
const SOURCE_PATH = /^(schemas|kernel|reasoner|hosts|demo|tests|docs)\/[\w./-]+\.(ts|md)$/;
const LIMIT = /\bLIM-\d+\b/g;

const anchors = new Map<string, readonly string[]>();

/** The anchors of a document; each is read once. */
function anchorsOf(file: string): readonly string[] {
  const known = anchors.get(file) ?? readMarkdown(readText(file)).headings.map(anchorOf);
  anchors.set(file, known);
  return known;
}

/** Why a link of a document leads nowhere; null where it leads somewhere. */
function lost(file: string, url: string): string | null {
  if (EXTERNAL.test(url)) return null;
  const [path = '', anchor] = url.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), path));
  if (target.startsWith('..')) return 'outside of the project';
  if (!existsSync(join(projectRoot, target))) return `no \`${target}\``;
  if (anchor === undefined || !target.endsWith('.md')) return null;
  return anchorsOf(target).includes(anchor) ? null : `no heading \`#${anchor}\` in \`${target}\``;
}

function lostLinks(file: string, links: readonly Link[]): readonly string[] {
  return links.flatMap(({ url, line }) => {
    const why = lost(file, url);
    return why === null ? [] : [`${file}:${line}: ${url}: ${why}`];
  });
}

describe('documents', () => {
  const read = documents().map((file) => ({ file, parts: readMarkdown(readText(file)) }));

  test('there are some, with links', () => {
    expect(read.map(({ file }) => file)).toContain('docs/limits.md');
    expect(read.flatMap(({ parts }) => parts.links).length).toBeGreaterThan(100);
  });

  test('every relative link leads to a file, and to a heading where it names one', () => {
    expect(read.flatMap(({ file, parts }) => lostLinks(file, parts.links))).toEqual([]);
  });

  test('every path of a source or a document that they name exists', () => {
    const odd = read.flatMap(({ file, parts }) =>
      parts.spans
        .filter((span) => SOURCE_PATH.test(span) && !existsSync(join(projectRoot, span)))
        .map((span) => `${file}: ${span}`),
    );
    expect(odd).toEqual([]);
  });

  test('every claim and every limit that is named exists', () => {
    const known = new Set(readText('docs/limits.md').match(/^### (LIM-\d+)/gm));
    const named = [...documents(), ...sourceFiles()].flatMap((file) =>
      (readText(file).match(LIMIT) ?? [])
        .filter((id) => !known.has(`### ${id}`))
        .map((id) => `${file}: ${id}`),
    );
    expect(named).toEqual([]);
    expect(documents().flatMap((file) => unknownIds(readText(file)))).toEqual([]);
  });

  test('the index names every document but the single pages of a folder', () => {
    const index = readMarkdown(readText('docs/README.md')).links.map(({ url }) => url);
    const top = listFiles('docs', '.md')
      .map((file) => file.slice('docs/'.length))
      .filter((file) => file !== 'README.md' && !/^(errors|decisions)\//.test(file));
    expect(top.filter((file) => !index.includes(file))).toEqual([]);
  });
});

test('a link that leads nowhere is found', () => {
  expect(lost('docs/limits.md', 'threat-model.md')).toBeNull();
  expect(lost('docs/limits.md', '../docs/limits.md#limits')).toBeNull();
  expect(lost('docs/limits.md', 'https://example.com/nothing')).toBeNull();
  expect(lost('docs/limits.md', 'no-such.md')).toBe('no `docs/no-such.md`');
  expect(lost('docs/limits.md', '#no-such')).toBe('no heading `#no-such` in `docs/limits.md`');
  expect(lost('docs/limits.md', '../../etc')).toBe('outside of the project');
});
