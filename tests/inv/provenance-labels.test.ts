// Family P, the algebra: what joins and selections do to labels.
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  branchTree,
  isBelow,
  joinLabel,
  joinTree,
  type Label,
  type LabelTree,
  makeLabel,
  selectTree,
  uniformTree,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { seeded } from '../property/seed.js';

const some = (...from: readonly string[]) => fc.subarray([...from]);
const sources = some('client', 'host', 'host:mail', 'planner', 'q_parse', 'tool:web', 'user');
const label: fc.Arbitrary<Label> = fc
  .record({
    sources,
    control: sources,
    readers: fc.oneof(fc.constant('anyone' as const), some('user:a', 'user:b', 'cap:c')),
    subjects: some('user', 'user:b', 'third_party'),
  })
  .map((parts) => makeLabel({ ...parts, sources: [...parts.sources, 'user'] }));

/** Fields as the kernel builds them, without a prototype. */
const fields = (kids: Record<string, LabelTree>): Record<string, LabelTree> =>
  Object.assign(Object.create(null), kids);

const mail = makeLabel({ sources: ['tool:mail'], readers: ['user:a'], subjects: ['third_party'] });
const mine = makeLabel({ sources: ['user'], readers: 'anyone', subjects: ['user'] });

verifies(
  ['INV-P1', 'K-11'],
  'a join unites sources, control and subjects and narrows readers',
  () => {
    const steered = makeLabel({
      sources: ['host'],
      control: ['tool:web'],
      readers: ['user:a', 'user:b'],
    });
    expect(joinLabel(joinLabel(mine, mail), steered)).toEqual({
      sources: ['host', 'tool:mail', 'user'],
      control: ['tool:web'],
      readers: ['user:a'],
      subjects: ['third_party', 'user'],
    });
    const nobody = makeLabel({ sources: ['host'], readers: [] });
    expect(joinLabel(mine, nobody).readers).toEqual([]);
    expect(joinLabel(nobody, mine).readers).toEqual([]);
  },
);

verifies(['INV-P1', 'K-10'], 'a join of trusted values alone stays trusted', () => {
  const host = makeLabel({ sources: ['host'], readers: 'anyone' });
  expect(joinLabel(mine, host)).toMatchObject({ sources: ['host', 'user'], control: [] });
});

seeded(
  'neither side of a join is lost',
  fc.property(label, label, (a, b) => {
    const joined = joinLabel(a, b);
    expect(isBelow(a, joined) && isBelow(b, joined)).toBe(true);
    expect(joined.sources).toEqual([...new Set([...a.sources, ...b.sources])].sort());
    for (const reader of joined.readers === 'anyone' ? [] : joined.readers) {
      expect(a.readers === 'anyone' || a.readers.includes(reader)).toBe(true);
      expect(b.readers === 'anyone' || b.readers.includes(reader)).toBe(true);
    }
    if (joined.readers === 'anyone') expect([a.readers, b.readers]).toEqual(['anyone', 'anyone']);
  }),
  { claims: 'INV-P1' },
);

verifies('INV-P16', 'a part keeps its own sources and gains the shape as control', () => {
  const list = branchTree(mail, [uniformTree(mine, false), uniformTree(mail, false)]);
  const picked = selectTree(list, 0);
  expect(picked.own).toEqual({ ...mine, control: ['tool:mail'] });
  expect(picked.flat.control).toEqual(['tool:mail']);
});

verifies('INV-P16', 'through each container on the way', () => {
  const web = makeLabel({ sources: ['tool:web'], control: ['q_parse'], readers: 'anyone' });
  const inner = branchTree(web, fields({ to: uniformTree(mine, false) }));
  const outer = branchTree(mail, [inner]);
  const picked = selectTree(selectTree(outer, 0), 'to');
  expect(picked.own.sources).toEqual(['user']);
  expect(picked.own.control).toEqual(['q_parse', 'tool:mail', 'tool:web']);
});

verifies('INV-P16', 'and a part that nobody labelled takes the label of the whole', () => {
  const whole = uniformTree(mail, true);
  expect(selectTree(whole, 'x').own).toEqual({ ...mail, control: ['tool:mail'] });
  const branched = branchTree(mine, fields({ a: uniformTree(mail, false) }));
  expect(selectTree(branched, 'missing').own.sources).toEqual(['tool:mail', 'user']);
  expect(selectTree(branched, 'constructor').own.sources).toEqual(['tool:mail', 'user']);
});

verifies('INV-P1', 'joining into a tree reaches every part of it', () => {
  const tree = branchTree(mine, fields({ a: branchTree(mine, [uniformTree(mine, false)]) }));
  const joined = joinTree(tree, mail);
  const leaf = selectTree(selectTree(joined, 'a'), 0);
  expect(leaf.own.sources).toEqual(['tool:mail', 'user']);
  expect(joined.flat.readers).toEqual(['user:a']);
});
