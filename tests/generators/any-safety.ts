/** What the safety lists may find in an action, and what a call may have to be confirmed for. */

import type { Draws } from '../../hosts/conformance/scene/draws.js';
import type { PolicyQuestion } from '../../kernel/index.js';
import type { Action } from '../../schemas/index.js';

/** Draws findings, mostly none; what a command adds is among the classes of its action. */
export function drawSafety(draws: Draws, action: Action): PolicyQuestion['safety'] {
  if (draws.chance(65)) return [];
  return draws.list(2, (from) => {
    const list = from.pick(['grey', 'grey', 'grey', 'grey', 'black'] as const);
    const command = from.pick([null, ...action.commands]);
    return {
      list,
      entry: from.pick(['rm', 'mv', 'redirect']),
      isSure: from.chance(75),
      command,
      classes: from.some(action.classes, 60),
    };
  });
}

/** Draws confirmations, mostly none. */
export function drawConfirms(draws: Draws): PolicyQuestion['confirms'] {
  return draws.some(['tool', 'asked'] as const, 8);
}
