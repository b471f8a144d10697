/** The tables of docs/patterns.md, for the tests that run their rows. */
import { readText } from '../project.js';
import { readMarkdown } from './markdown.js';

/** What a pattern makes of a value, in a rule that allows and in one that denies. */
export type PatternRow = readonly [pattern: string, value: string, allow: string, deny: string];

function section(heading: string): string {
  const [, after = ''] = readText('docs/patterns.md').split(`\n## ${heading}\n`);
  return after.split('\n## ')[0] ?? '';
}

/** The rows of the table under a heading, without its head. */
export function tableRows(heading: string): readonly PatternRow[] {
  return readMarkdown(section(heading))
    .rows.slice(1)
    .map(([pattern = '', value = '', allow = '', deny = '']) => [pattern, value, allow, deny]);
}

/** The patterns that a section calls malformed. */
export function malformedIn(heading: string): readonly string[] {
  const [, told = ''] = section(heading).split('\nMalformed: ');
  return readMarkdown(told.split('\n\n')[0] ?? '').spans;
}
