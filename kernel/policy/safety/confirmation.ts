/**
 * Confirmations: questions that a tool, or the model itself, asks the user (behaviour,
 * C21). Upholds INV-Q2. No rule, mode, autonomy or operator answers them in advance: the user's
 * ruling on the one call does.
 */
import { freeze } from '../../primordials.js';
import type { Say } from '../ruled.js';
import { builtIn } from '../says.js';

/** `tool`: it declares `confirm: 'always'`. `asked`: the call came with `confirm: true`. */
export type Confirmation = 'tool' | 'asked';

/** What each of them says. */
export const confirmSays: Readonly<Record<Confirmation, Say>> = freeze({
  tool: builtIn(
    { source: 'confirm', rule: 'confirm.tool', about: 'confirm' },
    'prompt',
    'its tool asks the user about every call',
  ),
  asked: builtIn(
    { source: 'confirm', rule: 'confirm.asked', about: 'confirm' },
    'prompt',
    'the call itself asks for the user',
  ),
});

const none: readonly Confirmation[] = freeze([]);
const ofTool: readonly Confirmation[] = freeze(['tool']);
const ofCall: readonly Confirmation[] = freeze(['asked']);
const ofBoth: readonly Confirmation[] = freeze(['tool', 'asked']);

/** The confirmations of a call, by what its tool declares and whether it came with one. */
export function confirmationsOf(
  { confirm }: { readonly confirm?: 'always' | undefined },
  isForced: boolean,
): readonly Confirmation[] {
  if (confirm !== 'always') return isForced ? ofCall : none;
  return isForced ? ofBoth : ofTool;
}
