/** Release rules over the pointers, sources and facts that situations use. */
import type {
  DeclassCondition,
  DeclassOperand,
  DeclassRule,
  HostOperand,
} from '../../../schemas/index.js';
import type { Draws } from './draws.js';

const ARGUMENTS = ['decision', '*', '/to', '/body', '/id', '/opts', '/opts/*', '/opts/note'];
const SOURCES = ['user', 'host', 'planner', 'q_parse', 'tool:*', 'tool:t0', 'host:*', 'host:file'];
const SUBJECTS = ['user', 'third_party', 'user:bob@example.com', 'user:*'];
const LITERALS = ['bob@example.com', 'evil@example.net', 'report', 7, ['bob@example.com', 'x']];
const FACTS = ['me', 'names', 'doc', 'absent', 'note'];

function drawOperand(draws: Draws): DeclassOperand {
  const kind = draws.below(3);
  if (kind === 0) return { literal: draws.pick(LITERALS) };
  if (kind === 1) return { fact: draws.pick(FACTS) };
  return { argument: draws.pick(['/to', '/body', '/opts', '/opts/*', '/id', '/absent']) };
}

/** What the host alone supplies. */
function drawHostOperand(draws: Draws): HostOperand {
  return draws.below(2) === 0 ? { literal: draws.pick(LITERALS) } : { fact: draws.pick(FACTS) };
}

function drawLeaf(draws: Draws): DeclassCondition {
  const kind = draws.below(11);
  if (kind < 2) return { always: true };
  if (kind < 4) return { sources: [draws.pick(SOURCES), ...draws.some(SOURCES, 50)] };
  if (kind === 4) return { control: [draws.pick(SOURCES), ...draws.some(SOURCES, 60)] };
  if (kind === 5) return { subjects: draws.some(SUBJECTS, 40) };
  if (kind === 6) return { equals: drawOperand(draws) };
  if (kind === 7) return { memberOf: drawOperand(draws) };
  if (kind === 8) return { atMost: drawOperand(draws) };
  if (kind === 9) return { recipientsWithin: drawHostOperand(draws) };
  const capacity = draws.pick([0, 1, 2, 4096]);
  return draws.chance(50) ? { capacity } : { capacity, of: 'value' };
}

/** Draws a condition nested at most so deep. */
export function drawCondition(draws: Draws, depth = 2): DeclassCondition {
  const kind = depth === 0 ? 0 : draws.below(8);
  if (kind < 5) return drawLeaf(draws);
  if (kind === 7) return { not: drawCondition(draws, depth - 1) };
  const first = drawCondition(draws, depth - 1);
  const parts = [first, ...draws.list(2, () => drawCondition(draws, depth - 1))];
  return kind === 5 ? { all: parts } : { any: parts };
}

const ANSWERS = ['release', 'release', 'release_control', 'ask', 'ask', 'deny'] as const;

/** Draws one rule, with an id of its own; the first one is often broad. */
export function drawRule(draws: Draws, index: number): DeclassRule {
  if (index === 0 && draws.chance(60)) {
    const argument = draws.pick(['*', '*', 'decision']);
    return { id: 'r0', tool: '*', argument, when: { always: true }, then: draws.pick(ANSWERS) };
  }
  return {
    id: `r${index}`,
    tool: draws.pick(['*', '*', 't0', 't1', 't2']),
    argument: draws.pick(ARGUMENTS),
    when: drawCondition(draws),
    then: draws.pick(ANSWERS),
  };
}
