/**
 * Policy documents over few names and few values, so that their rules meet in one scope, shadow
 * each other, and are unknown of an action about as often as they hit it.
 */

import type { Draws } from '../../hosts/conformance/scene/draws.js';
import type {
  Constraint,
  Enforcement,
  GuardrailDocumentInput,
  RuleDecision,
} from '../../schemas/index.js';
import { autonomyLevels } from '../../schemas/index.js';
import { CLASSES, SPACES, TOOLS } from './any-action.js';

/** The instant at which every policy is asked; what expires does so just before, at or after it. */
export const NOW = 1_000_000;

export type RuleInput = NonNullable<GuardrailDocumentInput['rules']>[number];
export type ManagedInput = NonNullable<GuardrailDocumentInput['managed']>[number];
export type Decisions = readonly RuleDecision[];

const SCOPES = [
  ...['workspace', 'workspace', 'workspace', 'space:s1', 'space:s1', 'space:s1'],
  ...['agent:a1', 'agent:a1', 'space:s2', 'agent:a2'],
];
const DECISIONS: Decisions = ['deny', 'prompt', 'prompt', 'allow', 'allow'];
const ENFORCEMENTS: readonly Enforcement[] = ['hard', 'hard', 'soft', 'soft', 'advisory'];
const EXPIRIES = [NOW - 1, NOW, NOW + 1];

const PATHS = [
  ...[
    '/work/**',
    '/work/*',
    '**/.env',
    '/etc/hosts/**',
    '/**',
    '/work/secret/**',
    '/work?sub/?.ts',
  ],
  ...['/work/a\\.ts', '/work/**/*.ts', '/work/cafe\u0301'],
];
const REFS = ['main', 'refs/heads/main', 'feature/**', 'f*', 'release/?', 'dev', '*'];
const HOSTS = ['example.com', '*.example.com', '@private', '8.8.8.8', '*'];
const BEGINNINGS = ['git', 'git push', 'git push origin', 'rm', 'rm -rf', '/usr/bin/git push'];

function drawPatterns(draws: Draws, patterns: readonly string[]): string[] {
  return draws
    .some(patterns, 10)
    .concat(draws.pick(patterns))
    .map((pattern) => (draws.chance(25) ? `!${pattern}` : pattern));
}

function drawConstraint(draws: Draws): Constraint {
  // Of nine draws two are about paths, two about commands, and one names no dimension.
  const kind = draws.below(9) % 7;
  const isMore = (dimension: number): boolean => kind === dimension || draws.chance(7);
  return {
    ...(isMore(0) ? { paths: drawPatterns(draws, PATHS) } : {}),
    ...(isMore(3) ? { refs: drawPatterns(draws, REFS) } : {}),
    ...(isMore(2) ? { hosts: drawPatterns(draws, HOSTS) } : {}),
    ...(isMore(1) ? { commands: [draws.pick(BEGINNINGS), ...draws.some(BEGINNINGS, 15)] } : {}),
    ...(isMore(4) ? { maxCount: draws.below(4) } : {}),
    ...(isMore(5) ? { maxCents: draws.below(4) } : {}),
  };
}

function drawTarget(draws: Draws): Pick<RuleInput, 'class' | 'command' | 'exact'> {
  if (draws.chance(60)) return { class: draws.pick(CLASSES) };
  const command = draws.pick(BEGINNINGS);
  return draws.chance(25) ? { command, exact: true } : { command };
}

function drawBody(draws: Draws, decisions: Decisions) {
  return {
    decision: draws.pick(decisions),
    ...(draws.chance(50) ? { constraint: drawConstraint(draws) } : {}),
    ...(draws.chance(15) ? { expiresAt: draws.pick(EXPIRIES) } : {}),
  };
}

/** One rule of some scope. */
export function drawGuardrail(
  draws: Draws,
  id: string,
  decisions: Decisions = DECISIONS,
): RuleInput {
  return {
    id,
    scope: draws.pick(SCOPES),
    ...drawTarget(draws),
    ...drawBody(draws, decisions),
    enforcement: draws.pick(ENFORCEMENTS),
  };
}

/** One rule of the managed tier; of those that only advise, none is about a command. */
export function drawManaged(
  draws: Draws,
  id: string,
  decisions: Decisions = DECISIONS,
): ManagedInput {
  const enforcement = draws.pick(ENFORCEMENTS);
  const target = enforcement === 'advisory' ? { class: draws.pick(CLASSES) } : drawTarget(draws);
  return { id, ...target, ...drawBody(draws, decisions), enforcement };
}

const touched = { paths: PATHS, refs: REFS, hosts: HOSTS } as const;
type NeverLists = Record<keyof typeof touched, string[]>;

function drawNever(draws: Draws): NeverLists {
  const list = (patterns: readonly string[]): string[] =>
    draws.chance(6) ? drawPatterns(draws, patterns) : [];
  return { paths: list(PATHS), refs: list(REFS), hosts: list(HOSTS) };
}

/** Something that is never to be touched: a dimension, and a pattern that takes nothing out. */
export function drawNeverEntry(draws: Draws): readonly [keyof NeverLists, string] {
  const dimension = draws.pick(['paths', 'refs', 'hosts'] as const);
  return [dimension, draws.pick(touched[dimension])];
}

const often = ['actWithApproval', 'actWithApproval', 'actFreely'] as const;

function drawAutonomy(draws: Draws): GuardrailDocumentInput['autonomy'] {
  const usual = draws.pick([...often, ...often, ...often, ...autonomyLevels]);
  const space = draws.pick(SPACES);
  const spaces = draws.chance(30) ? { [space]: draws.pick([...often, ...autonomyLevels]) } : {};
  return { default: usual, spaces };
}

function drawOverrides(draws: Draws, rules: readonly (RuleInput | ManagedInput)[]) {
  const soft = rules.filter(({ enforcement }) => enforcement === 'soft').map(({ id }) => id);
  const by = { by: 'alice', justification: 'The release is due.' };
  return draws.some(soft, 60).map((rule) => {
    return { rule, ...by, expiresAt: draws.pick([NOW + 1, NOW + 1, NOW]) };
  });
}

/** Draws a whole document. */
export function drawGuardrails(
  draws: Draws,
  decisions: Decisions = DECISIONS,
): GuardrailDocumentInput {
  const rules = draws.list(11, (from, at) => drawGuardrail(from, `r${at}`, decisions));
  const managed = draws.list(3, (from, at) => drawManaged(from, `m${at}`, decisions));
  return {
    version: 1,
    rules,
    managed,
    never: drawNever(draws),
    autonomy: drawAutonomy(draws),
    pinned: draws.some(TOOLS, 15),
    overrides: drawOverrides(draws, [...rules, ...managed]),
  };
}
