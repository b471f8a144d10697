// The environments that attackers write into: with the texts of nobody attacking they are the
// data's.
import { describe, expect, test } from 'vitest';
import { hasSuite, loadSuite } from '../../demo/agentdojo/data.js';
import { filled } from '../../demo/agentdojo/filled.js';
import { suiteNames } from '../../demo/agentdojo/suite-data.js';
import { dojoData } from './replay.js';

describe.skipIf(!hasSuite(dojoData, 'slack'))('a filled template', () => {
  test.each(suiteNames.map((name) => [name]))('of %s is its environment', (name) => {
    const data = loadSuite(dojoData, name);
    const plain = filled(data, (vector) => data.injection_vectors[vector]?.default ?? '');
    expect(plain).toEqual(data.environment);
    const text = JSON.stringify(filled(data, () => 'ATTACK'));
    const places = Object.keys(data.injection_vectors).length;
    expect(text.split('ATTACK').length).toBeGreaterThan(places);
  });
});
