import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { canonicalText, digestOf, makeHmac } from '../../kernel/snapshot/digest.js';
import { defaultBounds, SnapshotRefused, snapshot } from '../../kernel/snapshot/snapshot.js';
import type { Json } from '../../schemas/index.js';
import { anyJson } from '../generators/any-json.js';
import { anyHostile, anyProxied } from '../generators/hostile-value.js';
import { sortedText } from '../model/naive-relabel.js';
import { partsOf } from '../model/naive-tree.js';
import { seeded } from './seed.js';

function parts(value: Json): readonly Json[] {
  return [value, ...partsOf(value).flatMap(([, part]) => parts(part))];
}

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...partsOf(value).map(([, part]) => depthOf(part)));
}

function charsOf(value: Json): number {
  if (typeof value === 'string') return value.length;
  const keys = Array.isArray(value) ? [] : partsOf(value).map(([key]) => key);
  const own = keys.reduce((sum, key) => sum + key.length, 0);
  return partsOf(value).reduce((sum, [, part]) => sum + charsOf(part), own);
}

function refusal(value: unknown, bounds = defaultBounds): string {
  try {
    snapshot(value, bounds);
    return 'taken';
  } catch (error) {
    return error instanceof SnapshotRefused ? error.code : `threw ${String(error)}`;
  }
}

/** Empties every list and record of a value, deepest first. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    spoil((value as Record<string, unknown>)[key]);
    Reflect.deleteProperty(value, key);
  }
}

const dressed = anyJson.map((json): unknown => {
  const isRecord = typeof json === 'object' && json !== null && !Array.isArray(json);
  return isRecord ? Object.assign(Object.create(null), { gone: undefined, zero: -0 }, json) : json;
});

describe('a snapshot', () => {
  seeded(
    'is what JSON says of the value',
    fc.property(dressed, (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(snapshot(value))).toBe(text);
      expect(sortedText(snapshot(JSON.parse(text)))).toBe(sortedText(snapshot(value)));
    }),
    { claims: 'INV-H1' },
  );

  seeded(
    'is frozen to its depth, without prototype, and its own snapshot',
    fc.property(dressed, (value) => {
      const taken = snapshot(value);
      for (const part of parts(taken)) {
        if (typeof part !== 'object' || part === null) continue;
        expect(Object.isFrozen(part)).toBe(true);
        expect(Object.getPrototypeOf(part)).toBe(Array.isArray(part) ? Array.prototype : null);
      }
      expect(snapshot(taken)).toEqual(taken);
    }),
    { claims: 'INV-H2' },
  );

  seeded(
    'holds nothing of the value that could change later',
    fc.property(dressed, (value) => {
      const taken = snapshot(value);
      const before = sortedText(taken);
      spoil(value);
      expect(sortedText(taken)).toBe(before);
    }),
    { claims: 'INV-H1' },
  );

  seeded(
    'is bounded in nodes, in text and in depth',
    fc.property(anyJson, fc.integer({ min: -1, max: 1 }), (value, by) => {
      const [nodes, chars, depth] = [parts(value).length, charsOf(value), depthOf(value)];
      const expected = by < 0 ? 'snapshot_too_large' : 'taken';
      expect(refusal(value, { ...defaultBounds, maxNodes: nodes + by })).toBe(expected);
      if (depth > 0) {
        expect(refusal(value, { ...defaultBounds, maxDepth: depth + by })).toBe(expected);
      }
      if (chars > 0) {
        expect(refusal(value, { ...defaultBounds, maxChars: chars + by })).toBe(expected);
      }
    }),
    { claims: 'INV-H4' },
  );
});

describe('a value that is no plain data', () => {
  seeded(
    'is refused, and no code of it runs',
    fc.property(anyHostile, ({ name, build }) => {
      const alarms: string[] = [];
      const answer = refusal(build((what) => alarms.push(what)));
      expect([name, answer.startsWith('snapshot_')]).toEqual([name, true]);
      expect(alarms).toEqual([]);
    }),
    { runs: 2000, claims: ['INV-H1', 'INV-H3'] },
  );

  seeded(
    'is flattened through its properties, each asked for once, where it is a proxy of data',
    fc.property(anyProxied, ({ build, plain }) => {
      const alarms: string[] = [];
      const taken = snapshot(build((what) => alarms.push(what)));
      expect(alarms).toEqual([]);
      expect(JSON.stringify(taken)).toBe(JSON.stringify(plain));
    }),
    { claims: 'INV-H1' },
  );
});

describe('a digest', () => {
  const key = fc.stringMatching(/^[0-9a-f]{64}$/);

  seeded(
    'is the SHA-256 of sorted JSON',
    fc.property(anyJson, (value) => {
      const taken = snapshot(value);
      const text = sortedText(taken);
      expect(canonicalText(taken)).toBe(text);
      expect(digestOf(taken)).toBe(createHash('sha256').update(text).digest('hex'));
    }),
  );

  seeded(
    'is the same for the same data in another order of keys, and for no other data',
    fc.property(anyJson, anyJson, (a, b) => {
      const turned = JSON.parse(JSON.stringify(a), (_key, part: Json) => {
        return Object.prototype.toString.call(part) === '[object Object]'
          ? Object.fromEntries([...partsOf(part)].reverse())
          : part;
      }) as Json;
      expect(digestOf(snapshot(turned))).toBe(digestOf(snapshot(a)));
      const isSame = sortedText(a) === sortedText(b);
      expect(digestOf(snapshot(a)) === digestOf(snapshot(b))).toBe(isSame);
    }),
  );

  seeded(
    'under a key is the HMAC of RFC 2104',
    fc.property(key, fc.string({ unit: 'binary' }), (secret, text) => {
      const expected = createHmac('sha256', secret).update(text).digest('hex');
      const keyed = makeHmac(secret);
      expect([keyed(text), keyed(text)]).toEqual([expected, expected]);
    }),
  );
});
