import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import { namedArguments } from '../../kernel/policy/extract.js';
import { planOfNames } from '../../kernel/policy/names-plan.js';
import { snapshot } from '../../kernel/snapshot/snapshot.js';
import { compilePatterns } from '../../kernel/tools/pattern.js';
import {
  type ArgSpec,
  type ArgumentDimension,
  argumentDimensions,
  type Json,
  type JsonObject,
} from '../../schemas/index.js';
import { naiveNames } from '../model/naive-names.js';
import { seeded } from './seed.js';

const KEYS = ['path', 'files', 'branch', 'url', 'command', 'count', 'cents', 'a', 'b', '0', '1'];
const SCALARS: readonly Json[] = ['', 'x', '/x', '-y', 0, 7, 12, -1, 0.5, 2 ** 53, true, null];

interface Case {
  readonly specs: Readonly<Record<string, ArgSpec>>;
  readonly fields: readonly string[];
  readonly args: JsonObject;
}

function drawValue(draws: Draws, depth: number): Json {
  const kind = depth === 0 ? 0 : draws.below(6);
  if (kind < 2) return draws.pick(SCALARS);
  if (kind === 2) return draws.list(3, () => draws.pick(['x', 'y z', '']));
  if (kind === 3) return draws.list(3, () => drawValue(draws, depth - 1));
  return drawRecord(draws, depth - 1);
}

function drawRecord(draws: Draws, depth: number): JsonObject {
  return Object.fromEntries(draws.list(4, () => [draws.pick(KEYS), drawValue(draws, depth)]));
}

const cases = drawn(120, (draws): Case => {
  const specs = draws.list(4, (): [string, ArgSpec] => {
    const path = draws.list(2, () => draws.pick([...KEYS, '*', '*']));
    const names: ArgumentDimension = draws.pick(argumentDimensions);
    const pattern = `/${[draws.pick([...KEYS, '*']), ...path].join('/')}`;
    return [pattern, { role: 'critical', ...(draws.chance(75) ? { names } : {}) }];
  });
  const args = snapshot(drawRecord(draws, 3)) as JsonObject;
  return { specs: Object.fromEntries(specs), fields: draws.some(KEYS), args };
});

function asSets({ unreadable, ...rest }: ReturnType<typeof naiveNames>): object {
  return { ...rest, unreadable: [...unreadable].sort() };
}

describe('what arguments name', () => {
  seeded(
    'is what the model finds place by place',
    fc.property(cases, ({ specs, fields, args }) => {
      const plan = planOfNames(compilePatterns(specs, fields));
      expect(asSets(namedArguments(plan, args))).toEqual(asSets(naiveNames(specs, args)));
    }),
    { runs: 5000, claims: 'G-31' },
  );
});
