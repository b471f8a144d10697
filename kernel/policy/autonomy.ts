/**
 * What autonomy makes of what was said (behaviour G-45 to G-48, C4). A deny is the floor; it lets
 * pass only the questions of the chain itself, never those of another layer.
 */
import { type Autonomy, autonomyLevels, type Standing } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { RuleSource, Say } from './ruled.js';
import { builtIn } from './says.js';

/** The questions that `actFreely` answers itself. */
const discharged: ReadonlySet<RuleSource> = new Set(['space', 'agent', 'workspace', 'default']);
/**
 * The questions that the operator answers by acting: not those of whoever manages the host, and not
 * confirmations.
 */
const operatorAnswers: ReadonlySet<RuleSource> = new Set([
  ...discharged,
  'net',
  'unevaluable',
  'never',
  'safety',
]);

const proposes: Say = builtIn(
  { source: 'autonomy', rule: 'autonomy.proposeOnly', about: 'autonomy' },
  'deny',
  'the agent may propose, not act',
);

/** The says that count, once autonomy has had its own. */
export function autonomyAnswer(
  says: readonly Say[],
  how: { readonly level: Autonomy; readonly standing: Standing; readonly isGated: boolean },
): readonly Say[] {
  const { standing, isGated } = how;
  if (says.some(({ decision }) => decision === 'deny')) return says;
  if (standing.isOperator) return without(says, operatorAnswers);
  if (!isGated) return says;
  switch (lower(how.level, standing.autonomy)) {
    case 'proposeOnly':
      return freeze([...says, proposes]);
    case 'actWithApproval':
      return says;
    case 'actFreely':
      return without(says, discharged);
  }
}

function without(says: readonly Say[], sources: ReadonlySet<RuleSource>): readonly Say[] {
  return says.filter(({ decision, source }) => decision !== 'prompt' || !sources.has(source));
}

/** The lesser of two levels (behaviour G-49: a delegate has at most what its delegator has). */
function lower(a: Autonomy, b: Autonomy | null): Autonomy {
  if (b === null) return a;
  return autonomyLevels.indexOf(a) <= autonomyLevels.indexOf(b) ? a : b;
}
