/** Actions with few names, so that two of them often meet; some with signs that patterns know. */

import type { Draws } from '../../hosts/conformance/scene/draws.js';
import {
  type Action,
  type ActionClass,
  type ActionCommand,
  actionClasses,
  type Facet,
} from '../../schemas/index.js';

const NAMES = ['home', 'me', 'work', 'a', 'b*', 'b?', 'bc', '\\*', '[a]', '.ssh', '**'];
const REFS = ['main', 'feature/login', 'feature/x', 'feature', 'fix/a/b', 'tags/v1', 'origin/x'];
const ODD_REFS = ['refs/heads/main', 'heads/x', '*', 'a b', 'HEAD', '-x', 'a..b', '!x', ''];
const HOSTS = ['example.com', 'docs.example.com', '10.0.0.1', '::1', '*.example.com', '@private'];
const WORDS = ['git', 'push', 'rm', '-rf', 'on.*Tab', '*', 'a b', ''];

export function drawPath(draws: Draws): string {
  if (draws.chance(3)) return draws.pick(['/', 'a/b', '/a/../b', '/a//b', '/a/', '~/a', '']);
  const names = [draws.pick(NAMES), ...draws.list(4, () => draws.pick(NAMES))];
  return `/${names.join('/')}`;
}

export function drawRef(draws: Draws): string {
  return draws.pick(draws.chance(4) ? ODD_REFS : REFS);
}

function drawFacet(draws: Draws, draw: (draws: Draws) => string): Facet | null {
  if (draws.chance(50)) return null;
  const reach = draws.chance(8) ? draws.pick(['open', 'every'] as const) : 'listed';
  return { values: draws.list(2, draw), reach };
}

function drawCommand(draws: Draws): ActionCommand {
  const words = draws
    .list(4, () => draws.pick(draws.chance(10) ? WORDS : WORDS.slice(0, 6)))
    .map((word) => (draws.chance(2) ? null : word));
  const written = words.map((word) => word ?? '$x').join(draws.chance(10) ? '  ' : ' ');
  return { words, text: draws.chance(50) ? written : null };
}

export function drawAction(draws: Draws): Action {
  const classes: readonly ActionClass[] = draws.some(actionClasses, 25);
  return {
    tool: null,
    classes: classes.length > 0 ? classes : ['fileDelete'],
    commands: draws.chance(60) ? [] : draws.list(2, drawCommand),
    isOpaque: draws.chance(3),
    paths: drawFacet(draws, drawPath),
    refs: drawFacet(draws, drawRef),
    hosts: drawFacet(draws, () => draws.pick(HOSTS)),
    count: draws.chance(70) ? null : draws.below(20),
    cents: draws.chance(70) ? null : draws.below(20),
  };
}
