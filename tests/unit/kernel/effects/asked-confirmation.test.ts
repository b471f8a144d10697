// The wish for the user among the arguments: taken out with its label, and of its own name only.
import { expect, test } from 'vitest';
import { takeConfirmation } from '../../../../kernel/effects/asked-confirmation.js';
import {
  branchTree,
  type JsonObject,
  liftTree,
  makeLabel,
  uniformTree,
} from '../../../../schemas/index.js';

const user = makeLabel({ sources: ['user'], readers: 'anyone' });
const mail = makeLabel({ sources: ['tool:read_inbox'], readers: [] });
const plain = { ownsConfirm: false };

test('the wish goes with its label; what is left keeps its own', () => {
  const tree = branchTree(user, {
    text: uniformTree(user, false),
    confirm: uniformTree(mail, false),
  });
  const given: JsonObject = { text: 'milk', confirm: true };
  const taken = takeConfirmation(plain, given, tree);
  expect([{ ...taken.args }, taken.isForced]).toEqual([{ text: 'milk' }, true]);
  expect(Object.isFrozen(taken.args)).toBe(true);
  expect(Object.keys(taken.tree.kids ?? {})).toEqual(['text']);
  expect(tree.flat.sources).toContain('tool:read_inbox');
  expect(taken.tree.flat.sources).toEqual(['user']);
});

test('labels that are the same for every part stay as they are', () => {
  const tree = uniformTree(mail, true);
  expect(takeConfirmation(plain, { confirm: false }, tree)).toEqual({
    args: {},
    tree,
    isForced: false,
  });
  const list = branchTree(user, [uniformTree(mail, false)]);
  expect(takeConfirmation(plain, { confirm: true }, list).tree).toBe(list);
});

test('whoever decided about all of it still did', () => {
  const given = branchTree(user, { confirm: uniformTree(user, false) });
  const { tree } = takeConfirmation(plain, { confirm: true }, liftTree(given, mail.sources));
  expect(tree.flat.control).toContain('tool:read_inbox');
});

test.each([
  ['a tool that has one of its own', { ownsConfirm: true }, { confirm: true }],
  ['another kind of value', plain, { confirm: 'true' }],
  ['nothing', plain, {}],
])('%s: the arguments stay as they are', (_, definition, args) => {
  const tree = uniformTree(user, true);
  const taken = takeConfirmation(definition, args as JsonObject, tree);
  expect(taken.args).toBe(args);
  expect([taken.tree, taken.isForced]).toEqual([tree, false]);
});
