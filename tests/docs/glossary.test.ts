/** The glossary of docs/architecture.md and the rule that refuses other words are in step. */
import { describe, expect, test } from 'vitest';
import { glossary, wordFor } from '../architecture/tidy/glossary.js';
import { readText } from '../project.js';
import { readMarkdown } from './markdown.js';

const page = readText('docs/architecture.md').split('## Glossary')[1] ?? '';
const told = readMarkdown(page).rows.slice(1);

describe('the glossary', () => {
  test('is sorted and says something of each word, once', () => {
    const words = told.map(([word = '']) => word);
    expect(words).toEqual([...new Set(words)].sort());
    expect(told.filter(([, means]) => means === '')).toEqual([]);
  });

  test('names the words that are not used, as the rule has them', () => {
    const notUsed = Object.fromEntries(
      told
        .filter(([, , others]) => others !== '')
        .map(([word = '', , others = '']) => [word, others.split(', ')]),
    );
    expect(notUsed).toEqual(glossary);
  });
});

test('a synonym is known in one and in many, whatever its case', () => {
  expect(['permission', 'Permissions', 'privileges', 'taintTags'].map(wordFor)).toEqual([
    'capability',
    'capability',
    'capability',
    'label',
  ]);
  expect(['entities', 'grant', 'reader'].map(wordFor)).toEqual([undefined, undefined, undefined]);
});
