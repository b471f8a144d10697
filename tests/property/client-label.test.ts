// The label of a client against the plain words of the claim: a join that only rises.
import fc from 'fast-check';
import { expect } from 'vitest';
import { ClientLabel } from '../../kernel/client/client-label.js';
import { isBelow, isTaintedSource, joinLabel, type Label } from '../../schemas/index.js';
import { anyLabel } from '../generators/any-label.js';
import { asNaive, naiveJoin, plainLabel } from '../model/naive-label.js';
import { seeded } from './seed.js';

const alice = 'user:alice@example.com';
const told = fc.array(anyLabel, { maxLength: 8 });

const isTainted = (label: Label): boolean =>
  [...label.sources, ...label.control].some(isTaintedSource);

function afterAll(labels: readonly Label[], label: ClientLabel): ClientLabel {
  for (const one of labels) label.rise(one);
  return label;
}

seeded(
  'what a client was told is the join of all it was told, in any order',
  fc.property(told, (labels) => {
    const { told: joined } = afterAll(labels, new ClientLabel(alice, 'never'));
    const [first, ...others] = labels;
    if (first === undefined) expect(joined).toBeNull();
    else expect(joined).toEqual(plainLabel(others.map(asNaive).reduce(naiveJoin, asNaive(first))));
    const { told: back } = afterAll([...labels].reverse(), new ClientLabel(alice, 'never'));
    expect(back).toEqual(joined);
  }),
  { claims: 'INV-X1' },
);

seeded(
  'its words are at least as restricted as what it was told, and chosen by all who wrote that',
  fc.property(told, fc.constantFrom('never', 'until_tainted'), (labels, trust) => {
    const label = afterAll(labels, new ClientLabel(alice, trust));
    const { literal } = label.words;
    for (const one of labels) {
      expect(isBelow(one, literal)).toBe(true);
      if (labels.some(isTainted))
        expect(literal.control).toEqual(expect.arrayContaining([...one.sources]));
    }
  }),
  { claims: 'INV-X1' },
);

seeded(
  "its words are the user's while it is trusted and nothing it was told is tainted, only then",
  fc.property(told, fc.constantFrom('never', 'until_tainted'), (labels, trust) => {
    const { literal, taint } = afterAll(labels, new ClientLabel(alice, trust)).words;
    const isTheirs = trust === 'until_tainted' && !labels.some(isTainted);
    expect(literal.sources.includes('client')).toBe(!isTheirs);
    expect(literal.control.includes('client')).toBe(!isTheirs);
    expect(taint).toEqual(isTheirs ? [] : joinLabel(literal, literal).control);
  }),
  { claims: 'INV-X3' },
);
