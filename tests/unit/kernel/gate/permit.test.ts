/** A permit is made by the gate, for one call, and good for one time. */
import { expect, test } from 'vitest';
import { mintPermit, Permit, spendPermit } from '../../../../kernel/gate/permit.js';
import { callOf } from './gate-call.js';

const fault = (code: string, message: string) =>
  expect.objectContaining({ name: 'KernelFault', code, message: expect.stringContaining(message) });

test('a permit is named for its call and cannot be changed', () => {
  const permit = mintPermit(callOf({ id: 'r.7' }));
  expect(permit.id).toBe('permit.r.7');
  expect([Object.isFrozen(permit), Object.isFrozen(Permit)]).toEqual([true, true]);
  expect(Object.isFrozen(Permit.prototype)).toBe(true);
});

test('nobody else makes one, whatever key they pass', () => {
  const Open = Permit as unknown as new (key: unknown, call: unknown) => Permit;
  for (const key of [undefined, null, {}, Object.freeze({}), Permit])
    expect(() => new Open(key, callOf())).toThrow(
      fault('permit_foreign', 'a permit is made by the gate'),
    );
});

test('what is no permit of this kernel is not spent', () => {
  const call = callOf();
  const permit = mintPermit(call);
  const forged = [undefined, null, 'permit.r.1', {}, { ...permit }, Object.create(permit)];
  for (const one of [...forged, new Proxy(permit, {})])
    expect(() => spendPermit(one as Permit, call)).toThrow(
      fault('permit_foreign', 'not a permit of this kernel'),
    );
});

test('it is spent once, for the very call that was decided on', () => {
  const call = callOf();
  const permit = mintPermit(call);
  expect(() => spendPermit(permit, { ...call })).toThrow(
    fault('permit_foreign', 'a permit of another call'),
  );
  expect(spendPermit(permit, call)).toBe('permit.r.1');
  expect(() => spendPermit(permit, call)).toThrow(fault('permit_spent', 'that was spent'));
});
