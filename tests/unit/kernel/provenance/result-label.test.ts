import { expect, test } from 'vitest';
import { z } from 'zod';
import { labelResult } from '../../../../kernel/provenance/result-label.js';
import { makeDefinition } from '../../../../kernel/tools/definition.js';
import {
  type Json,
  type LabelFields,
  makeLabel,
  type ResultSpec,
} from '../../../../schemas/index.js';

const nobody = makeLabel({ sources: ['user'], readers: 'anyone' });

/** The subjects of `/text` where they are computed from `/about`. */
function subjects(about: Json | undefined, spec: ResultSpec = {}): readonly string[] {
  const definition = makeDefinition({
    name: 'read',
    description: 'Reads.',
    effect: 'read',
    capabilities: ['a'],
    input: z.strictObject({}),
    output: z.any(),
    result: {
      '/text': { subjectsFrom: { from: '/about', parse: 'email' } },
      '/about': spec,
      '/about/*': spec,
    },
  });
  const value: Json = about === undefined ? { text: 'x' } : { text: 'x', about };
  const tree = labelResult(definition, value, nobody, 'user:alice@example.com');
  return (tree.kids as LabelFields)['text']?.own.subjects ?? [];
}

test('a subject that can be read is named, one that cannot is somebody else', () => {
  expect(subjects('bob@example.org')).toEqual(['user:bob@example.org']);
  expect(subjects(['bob@example.org', 'Eve <eve@example.org>'])).toEqual([
    'third_party',
    'user:bob@example.org',
  ]);
  expect(subjects('Bob <bob@example.org>')).toEqual(['third_party']);
  expect(subjects(undefined)).toEqual(['third_party']);
});

test('a list without names is about nobody only if the host made it', () => {
  expect(subjects([])).toEqual(['third_party']);
  expect(subjects([], { minted: true })).toEqual([]);
});
