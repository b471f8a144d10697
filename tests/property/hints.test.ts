import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  hostFits,
  hostOf,
  isHostHint,
  isNarrowerHost,
} from '../../hosts/catalogue/scope/host-hint.js';
import { isNarrowerPath, isPathHint, pathFits } from '../../hosts/catalogue/scope/path-hint.js';
import { naiveHostFits, naivePathFits } from '../model/naive-hint.js';
import { seeded } from './seed.js';

function names(units: readonly string[], maxLength = 4): fc.Arbitrary<string> {
  const name = fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 4 });
  return fc.array(name, { minLength: 1, maxLength }).map((parts) => `/${parts.join('/')}`);
}

const hints = names(['a', 'b', '*', '?', '**', '.', '\u{1f600}']).filter(isPathHint);
const paths = names(['a', 'b', 'c', '.', '\u{1f600}']);

describe('a hint of paths', () => {
  seeded(
    'matches what trying everything matches',
    fc.property(hints, fc.oneof(paths, fc.constant('/')), (hint, path) => {
      expect(pathFits(hint, path)).toBe(naivePathFits(hint, path));
    }),
    { runs: 10_000, claims: ['T-33', 'INV-K6'] },
  );

  seeded(
    'that is narrower matches nothing that the wider one does not',
    fc.property(hints, hints, fc.array(paths, { maxLength: 20 }), (outer, inner, tried) => {
      fc.pre(isNarrowerPath(outer, inner));
      for (const path of tried.filter((one) => naivePathFits(inner, one)))
        expect(naivePathFits(outer, path)).toBe(true);
    }),
    { claims: 'T-33' },
  );

  seeded(
    'is narrower than itself and than all, and a path is a hint of itself',
    fc.property(hints, paths, (hint, path) => {
      expect([isNarrowerPath(hint, hint), isNarrowerPath('/**', hint)]).toEqual([true, true]);
      if (isPathHint(path)) expect(isNarrowerPath(hint, path)).toBe(pathFits(hint, path));
    }),
    { claims: 'T-33' },
  );
});

const hosts = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'example', 'com'), { minLength: 1, maxLength: 4 })
  .map((labels) => labels.join('.'));
const hostHints = fc.tuple(fc.constantFrom('', '*.', '*.'), hosts).map((parts) => parts.join(''));

describe('a hint of hosts', () => {
  seeded(
    'matches what comparing label by label matches, in a URL too',
    fc.property(fc.oneof(hostHints, fc.constant('*')), hosts, (hint, host) => {
      expect(isHostHint(hint)).toBe(true);
      expect(hostFits(hint, host)).toBe(naiveHostFits(hint, host));
      expect(hostOf(`https://${host.toUpperCase()}:8443/x?y#z`)).toBe(host);
    }),
    { runs: 3000, claims: ['T-33', 'INV-K6'] },
  );

  seeded(
    'that is narrower matches nothing that the wider one does not',
    fc.property(hostHints, hostHints, fc.array(hosts), (outer, inner, tried) => {
      fc.pre(isNarrowerHost(outer, inner));
      for (const host of tried.filter((one) => naiveHostFits(inner, one)))
        expect(naiveHostFits(outer, host)).toBe(true);
    }),
    { claims: 'T-33' },
  );
});
