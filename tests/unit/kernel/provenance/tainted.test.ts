/** A labelled value shows its label, and nothing opens it but the kernel. */
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  declassify,
  isTainted,
  labelled,
  labelTreeOf,
  mintTainted,
  openTainted,
  Tainted,
} from '../../../../kernel/provenance/tainted.js';
import { makeLabel, uniformTree } from '../../../../schemas/index.js';

const label = makeLabel({ sources: ['tool:a', 'user'], readers: [] });
const secret = labelled('SECRET', label);
const fault = (code: string, message: string) =>
  expect.objectContaining({ name: 'KernelFault', code, message });

test('it prints its sources, and its label as JSON', () => {
  const tainted = mintTainted(secret);
  expect([tainted.label, `${tainted}`]).toEqual([label, '[Tainted tool:a user]']);
  expect(JSON.parse(JSON.stringify(tainted))).toEqual({ tainted: label });
  const shown = [inspect(tainted, { showHidden: true }), JSON.stringify(tainted), String(tainted)];
  expect(shown.some((text) => text.includes('SECRET'))).toBe(false);
  expect([tainted, Tainted, Tainted.prototype].every(Object.isFrozen)).toBe(true);
});

test('it is known by its brand, and made by nothing else', () => {
  const tainted = mintTainted(secret);
  const odd = [null, undefined, 'x', {}, Object.create(tainted), new Proxy(tainted, {})];
  expect([tainted, ...odd].map(isTainted)).toEqual([true, ...odd.map(() => false)]);
  const Open = Tainted as unknown as new (key: unknown, of: unknown) => Tainted;
  for (const key of [undefined, {}, Object.freeze({})])
    expect(() => new Open(key, secret)).toThrow(
      fault('tainted_required', 'a label that this kernel did not give'),
    );
  const none = { value: 1, tree: uniformTree(makeLabel({ sources: [], readers: [] }), false) };
  expect(() => mintTainted(none)).toThrow(fault('label_empty', 'a value without a source'));
});

test('it is opened for a reason, and only where it is one of this kernel', () => {
  const tainted = mintTainted(secret);
  expect([openTainted(tainted), labelTreeOf(tainted)]).toEqual([secret, secret.tree]);
  expect(declassify(tainted, { reason: 'shown' })).toBe('SECRET');
  for (const options of [undefined, {}, { reason: '' }, { reason: ' \n' }, { reason: 7 }])
    expect(() => declassify(tainted, options as never)).toThrow(
      fault('reason_required', 'declassify without a reason'),
    );
  const foreign = fault('tainted_required', 'not a labelled value of this kernel');
  for (const odd of [null, {}, 'SECRET', Object.create(tainted)]) {
    expect(() => declassify(odd as never, { reason: 'x' })).toThrow(foreign);
    expect(() => labelTreeOf(odd as never)).toThrow(foreign);
  }
});

test('a label reaches the parts of a list or record, and a scalar has none', () => {
  for (const [value, isContainer] of [
    [{ a: 1 }, true],
    [[1], true],
    [null, false],
    ['x', false],
  ] as const)
    expect(labelled(value, label)).toEqual({ value, tree: uniformTree(label, isContainer) });
});
