// Laws of the safety modes, over any line of a shell and any policy. Nothing is run.
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type RuleDecision, type SafetyMode, safetyModes } from '../../schemas/index.js';
import { readLine } from '../fakes/command-line.js';
import { type Asked, anyAsked } from '../generators/policy-question.js';
import { nestedCommand, shellText } from '../generators/shell-text.js';
import { ruled } from './ruled.js';
import { seeded } from './seed.js';

const rank = (decision: RuleDecision): number => ['allow', 'prompt', 'deny'].indexOf(decision);

const LISTED = [
  ...['mv a b', 'rm x', 'npm test', 'kill 1', 'echo x > f', 'docker ps', 'systemctl $X', 'ls'],
  ...['reboot', 'loginctl poweroff', 'systemctl isolate halt.target', 'init 0', 'kexec -e'],
];
const BLACK = LISTED.slice(8);

const anyLine = fc.oneof(
  fc.constantFrom(...LISTED),
  fc.tuple(fc.constantFrom(...LISTED), nestedCommand).map((parts) => parts.join('; ')),
  nestedCommand,
  shellText,
);

/** The question with what a line adds to it. */
function asking(asked: Asked, line: string): Asked {
  const reading = readLine(line);
  const { question } = asked;
  const action = {
    ...question.action,
    commands: reading.commands,
    isOpaque: reading.isOpaque,
    classes: [...new Set([...question.action.classes, ...reading.classes])],
  };
  return { ...asked, question: { ...question, action, safety: reading.safety } };
}

function inMode(asked: Asked, safety: SafetyMode): Asked {
  const { question } = asked;
  return { ...asked, question: { ...question, standing: { ...question.standing, safety } } };
}

describe('safety modes', () => {
  seeded(
    'strict is no looser than normal, normal is review, and yolo is no stricter',
    fc.property(anyAsked, anyLine, (asked, line) => {
      const of = (mode: SafetyMode) => ruled(inMode(asking(asked, line), mode));
      const [strict, normal, review, yolo] = safetyModes.map((mode) => of(mode));
      expect(review).toEqual(normal);
      const ranks = [yolo, normal, strict].map((one) => rank(one?.decision ?? 'allow'));
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    }),
    { claims: ['A-5', 'C33'] },
  );

  seeded(
    'take no question and no denial of the rules away',
    fc.property(anyAsked, anyLine, fc.constantFrom(...safetyModes), (asked, line, mode) => {
      const whole = inMode(asking(asked, line), mode);
      const bare: Asked = { ...whole, question: { ...whole.question, safety: [] } };
      expect(rank(ruled(whole).decision)).toBeGreaterThanOrEqual(rank(ruled(bare).decision));
    }),
    { claims: ['A-2', 'C8'] },
  );
});

describe('the black list', () => {
  const around = fc.constantFrom(
    (line: string) => line,
    (line: string) => `ls && ${line}`,
    (line: string) => `sh -c '${line}'`,
    (line: string) => `nice -n 1 env A=1 ${line}`,
    (line: string) => `echo "$(${line})"`,
  );
  seeded(
    'is never allowed and never asked about, whatever policy, mode, autonomy and operator',
    fc.property(
      anyAsked,
      fc.constantFrom(...BLACK),
      around,
      fc.constantFrom(...safetyModes),
      (asked, line, wrap, mode) => {
        const { decision, deciding } = ruled(inMode(asking(asked, wrap(line)), mode));
        expect(decision).toBe('deny');
        expect(deciding.some(({ rule }) => rule.startsWith('safety.black.'))).toBe(true);
      },
    ),
    { claims: ['A-9', 'INV-Q1'] },
  );
});

describe('a confirmation', () => {
  seeded(
    'never loosens, and nothing but a denial outweighs it',
    fc.property(anyAsked, fc.constantFrom('tool', 'asked'), (asked, name) => {
      const of = (confirms: readonly ('tool' | 'asked')[]) =>
        ruled({ ...asked, question: { ...asked.question, confirms } });
      const [without, confirmed] = [of([]), of([name])];
      expect(rank(confirmed.decision)).toBe(Math.max(1, rank(without.decision)));
      const says = confirmed.deciding.map(({ rule }) => rule);
      expect(says.includes(`confirm.${name}`)).toBe(confirmed.decision === 'prompt');
    }),
    { claims: ['INV-Q2', 'C21'] },
  );
});
