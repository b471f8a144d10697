// Results whose every part brings a name of its own into the label of the whole.
import { expect } from 'vitest';
import { branchTree, type Label, makeLabel, uniformTree } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';

/** Names copied while a body joins lists: what `Object.freeze` is handed. */
function copiedNames(body: () => void): number {
  const original = Object.freeze;
  let copied = 0;
  Object.freeze = (<T>(value: T): T => {
    if (Array.isArray(value)) copied += value.length;
    return original(value);
  }) as typeof Object.freeze;
  try {
    body();
  } finally {
    Object.freeze = original;
  }
  return copied;
}

function fromSender(i: number): Label {
  const sender = `user:p${i}@example.com`;
  return makeLabel({ sources: ['tool:inbox'], readers: ['user'], subjects: [sender] });
}

function joining(count: number): number {
  const shape = makeLabel({ sources: ['tool:inbox'], readers: [] });
  const kids = Array.from({ length: count }, (_, i) => uniformTree(fromSender(i), false));
  const byName = Object.fromEntries(kids.map((kid, i) => [`k${i}`, kid]));
  return copiedNames(() => {
    expect(branchTree(shape, kids).flat.subjects).toHaveLength(count);
    expect(branchTree(shape, byName).flat.subjects).toHaveLength(count);
  });
}

verifies('INV-P1', 'a list of twice the senders costs twice the names', () => {
  expect(joining(2000)).toBeLessThan(3 * joining(1000));
});
