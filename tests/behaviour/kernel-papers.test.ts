// Family K, papers: what the project says of itself.
import { expect } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { readText } from '../project.js';

const limits = readText('docs/limits.md');
const titles = [...limits.matchAll(/^### (LIM-(\d+)) (.+)$/gm)];

/** What Sluice does not claim, each with the words by which a reader finds it in the limits. */
const unclaimed: Readonly<Record<string, RegExp>> = {
  'safety from conformance': /conformance is not safety/i,
  'a right release policy': /pass-through/i,
  'a declassifier that is deterministic because it is code': /declassifier as code is opaque/i,
  'inputs of the host that are attested': /declarations of the host are assumed/i,
  'host functions that keep to the gate': /host can call its own functions/i,
  'undoing what was done': /no rollback/i,
  'isolation from code of the same realm': /one realm/i,
  'silence of status and number': /side channels/i,
  'silence of time': /time is a side channel/i,
  'a planner that uses the right words': /any of the user's own words/i,
  'a planner that picks the right item': /chooses among real items/i,
  'privacy from a model provider': /model provider/i,
  'labels of single words in parsed content': /parsed values are coarse/i,
  'a guard that is a shell': /guard is textual/i,
  'a signed report': /no attestation/i,
  'an audit that its own user cannot edit': /same user can edit/i,
};

for (const [what, words] of Object.entries(unclaimed)) {
  verifies('K-20', `the limits say that Sluice does not claim ${what}`, () => {
    expect(limits).toMatch(words);
  });
}

verifies('K-20', 'limits are numbered, each with an example and with who must handle it', () => {
  expect(titles.map((title) => title[2])).toEqual(titles.map((_, i) => `${i + 1}`));
  const entries = limits.split(/^### /m).slice(1);
  expect(entries.filter((entry) => !entry.includes('**Example.**'))).toEqual([]);
  expect(entries.filter((entry) => !entry.includes('**Who.**'))).toEqual([]);
});

verifies('K-22', 'the version is 0.x, and a report is said to be no attestation', () => {
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  expect(version).toMatch(/^0\.\d+\.\d+/);
  expect(limits).toMatch(/### LIM-\d+ A report is no attestation/);
});

verifies('K-3', 'the first limit is that a pass-through release rule conforms', () => {
  expect(titles[0]?.[3]).toBe('Conformance is not safety');
  const first = limits.slice(limits.indexOf('### LIM-1 '), limits.indexOf('### LIM-2 '));
  expect(first).toContain('"always": true');
});
