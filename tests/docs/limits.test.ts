/** The limits page: numbered without a gap, three parts each, and nothing of K-20 left out. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { readText } from '../project.js';

const sections = readText('docs/limits.md').split(/^### /m).slice(1);
const titles = sections.map((section) => section.split('\n', 1)[0] ?? '');

describe('every limit', () => {
  test('has the next number', () => {
    const numbers = titles.map((title) => title.split(' ', 1)[0]);
    expect(numbers).toEqual(titles.map((_, i) => `LIM-${i + 1}`));
  });

  test.each(sections)('%s', (section) => {
    const parts = section.match(/^\*\*[^*]+\.\*\*/gm);
    expect(parts).toEqual(['**Still goes wrong.**', '**Example.**', '**Who.**']);
  });
});

verifies('K-20', 'what Sluice does not claim stands among the limits', () => {
  const notClaimed: Readonly<Record<string, RegExp>> = {
    'safety from conformance': /Conformance is not safety/,
    'a declassifier that is right': /declassifier is the residual risk/,
    'inputs of the host that are attested': /Declarations of the host are assumed/,
    'undoing what was done': /No rollback/,
    'labels of each parsed field': /Labels of parsed values are coarse/,
    'a report that is an attestation': /A report is no attestation/,
    'isolation of code in one realm': /One realm/,
    'that nothing interferes': /Status, termination and number are side channels/,
    'privacy before the provider of a model': /Content goes to a model provider/,
  };
  const missing = Object.entries(notClaimed)
    .filter(([, title]) => !titles.some((line) => title.test(line)))
    .map(([what]) => what);
  expect(missing).toEqual([]);
});
