/** Actions and their standing, over the few classes, names and values of any-guardrails.ts. */

import type { Draws } from '../../hosts/conformance/scene/draws.js';
import {
  type Action,
  type ActionClass,
  type ActionCommand,
  autonomyLevels,
  conversationModes,
  type Facet,
  type RuleDecision,
  type Standing,
  safetyModes,
} from '../../schemas/index.js';

export const CLASSES: readonly ActionClass[] = [
  'gitPush',
  'fileDelete',
  'gitCommit',
  'networkEgress',
];
export const SPACES = ['s1', 's2'];
export const TOOLS = ['git_push', 'ask_user'];

const PATHS = [
  ...['/work/a.ts', '/work/sub/b.ts', '/work/secret', '/work/Secret/key', '/etc/hosts'],
  ...['/work/sub/.env', '/work/caf\u00e9'],
];
const REFS = ['main', 'Main', 'feature', 'feature/login', 'release/1', 'dev'];
const HOSTS = ['example.com', 'api.example.com', 'evilexample.com', '10.0.0.7', '8.8.8.8'];

/** Commands as given, and their words once wrappers and quotes are taken off. */
const COMMANDS: readonly (readonly [string, readonly (string | null)[]])[] = [
  ['git push origin main', ['git', 'push', 'origin', 'main']],
  ['git push', ['git', 'push']],
  ['  git push ', ['git', 'push']],
  ['git  push origin', ['git', 'push', 'origin']],
  ['/usr/bin/git push', ['/usr/bin/git', 'push']],
  ['GIT push', ['GIT', 'push']],
  ['git pushx', ['git', 'pushx']],
  ['git $X', ['git', null]],
  ['git push $X', ['git', 'push', null]],
  ['$X push', [null, 'push']],
  ['sudo rm -rf x', ['rm', '-rf', 'x']],
  ['rm -r x', ['rm', '-r', 'x']],
];

function drawFacet(draws: Draws, values: readonly string[]): Facet | null {
  if (draws.chance(25)) return null;
  const reach = draws.pick(['listed', 'listed', 'listed', 'listed', 'open', 'every'] as const);
  return { values: draws.chance(50) ? [draws.pick(values)] : draws.some(values, 25), reach };
}

function drawCommand(draws: Draws): ActionCommand {
  const [text, words] = draws.pick(COMMANDS);
  return { words, text: draws.chance(40) ? null : text };
}

function drawAmount(draws: Draws): number | null {
  return draws.chance(30) ? null : draws.below(4);
}

/** Draws an action. */
export function drawAction(draws: Draws): Action {
  return {
    tool: draws.pick([null, 'file_write', ...TOOLS]),
    classes: draws.some(CLASSES, 40),
    commands: draws.list(2, drawCommand),
    isOpaque: draws.chance(20),
    paths: drawFacet(draws, PATHS),
    refs: drawFacet(draws, REFS),
    hosts: drawFacet(draws, HOSTS),
    count: drawAmount(draws),
    cents: drawAmount(draws),
  };
}

/** Draws a standing; most talk is chat, and few calls are the user's own click. */
export function drawStanding(draws: Draws): Standing {
  return {
    space: draws.pick(['s1', 's1', 's1', 's2', null]),
    agent: draws.pick(['a1', 'a1', 'a1', 'a2', null]),
    mode: draws.chance(85) ? 'chat' : draws.pick(conversationModes),
    autonomy: draws.chance(85) ? null : draws.pick(autonomyLevels),
    safety: draws.pick(['normal', 'normal', ...safetyModes]),
    isOperator: draws.chance(12),
  };
}

export interface NetSay {
  readonly decision: RuleDecision;
  readonly rule: string;
  readonly about: string;
}

/** Draws what the net of commands says, mostly nothing. */
export function drawNet(draws: Draws): readonly NetSay[] {
  if (draws.chance(85)) return [];
  return draws.list(2, (from, at) => ({
    decision: from.pick(['allow', 'prompt', 'prompt', 'deny'] as const),
    rule: `net.n${at}`,
    about: 'git push',
  }));
}
