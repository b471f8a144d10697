import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireNames } from '../../../../reasoner/providers/wire-names.js';

function named(...names: readonly string[]) {
  return wireNames(names.map((name) => ({ name, description: '', parameters: {} })));
}

describe('wireNames', () => {
  it('leaves a name that services take as it is', () => {
    expect(named('read_mail').out('read_mail')).toBe('read_mail');
  });

  it('lets no changed name take the place of one that is told as it is', () => {
    const names = named('mail.send', 'mail_send', 'mail:send');
    expect(['mail.send', 'mail_send', 'mail:send'].map(names.out)).toEqual([
      'mail_send_2',
      'mail_send',
      'mail_send_3',
    ]);
  });

  it('gives back what was never told as it came', () => {
    expect(named('mail.send').back('mail.delete')).toBe('mail.delete');
    expect(named('mail.send').back('__proto__')).toBe('__proto__');
  });

  it('tells every name in a form of its own, and knows it again', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.:-]{0,127}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (all) => {
        const names = named(...all);
        const told = all.map(names.out);
        expect(new Set(told).size).toBe(all.length);
        expect(told.every((wire) => /^[A-Za-z0-9_-]{1,64}$/.test(wire))).toBe(true);
        expect(told.map(names.back)).toEqual(all);
      }),
    );
  });
});
