/** One input of a requirement: all of it data, so that it can be written down and played again. */
import fc from 'fast-check';
import { unboundedLimits } from '../../schemas/index.js';
import { anyCoreSituation } from './scene/core-situation.js';
import { anySituation, principal, type Situation } from './scene/situation.js';
import type { Answer, Case, Settings, Takes } from './subject.js';

export interface Example {
  readonly situation: Situation;
  /** Chooses what outsiders write. */
  readonly salt: number;
  readonly rulings: readonly Answer[];
  /** Chooses whatever else the requirement leaves open. */
  readonly knob: number;
}

/** What the examples of a requirement are like. */
export interface ExampleTaste {
  /** At most so many release rules. Default: 3. */
  readonly rules?: number;
  /** Percent of arguments chosen so that a call may pass. Default: 85. */
  readonly care?: number;
  /** At most so many steps. Default: 8. */
  readonly steps?: number;
  /** Percent of steps marked as parallel, where the subject takes them. Default: 0. */
  readonly parallel?: number;
  /** Of the core alone. Default: whatever the subject takes. */
  readonly core?: boolean;
}

const answers: fc.Arbitrary<readonly Answer[]> = fc.array(
  fc.constantFrom<Answer>('allow', 'allow', 'deny'),
  { maxLength: 6 },
);

/** Whether a subject takes what the kernel of this package takes. */
export function isWide({ steps, schemas }: Takes): boolean {
  return (
    schemas === 'any' && ['compute', 'map', 'when'].every((kind) => steps.includes(kind as 'map'))
  );
}

/** Examples that a subject can be given. */
export function examples(takes: Takes, taste: ExampleTaste = {}): fc.Arbitrary<Example> {
  const { rules = 3, care = 85, steps = 8, parallel = 0, core = false } = taste;
  const plain = anyCoreSituation({ rules, care, steps });
  const wide = { mixing: 8, failing: 0, rules, care, steps };
  const group = takes.parallel ? parallel : 0;
  const situation =
    core || !isWide(takes) ? plain : fc.oneof(plain, anySituation({ ...wide, parallel: group }));
  return fc.record({ situation, salt: fc.nat(1000), rulings: answers, knob: fc.nat(0xffff) });
}

const quiet: Settings = {
  principal,
  home: '/home/me',
  limits: { ...unboundedLimits, maxDepth: 3, toolTimeoutMs: 1000 },
  selection: 'unique',
  hasApprover: true,
  isPlanned: false,
};

/** The case of an example, with what is other than usual. */
export function caseOf(
  { situation }: Pick<Example, 'situation'>,
  other: Partial<Settings> = {},
): Case {
  return { situation, settings: { ...quiet, ...other } };
}
