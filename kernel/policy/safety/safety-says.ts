/**
 * What the safety mode makes of what its lists found (behaviour, C8, C33). Upholds
 * INV-Q1. Whatever it says joins what the rules say: a mode that asks less takes no question of a
 * rule away.
 */
import type { RuleDecision, SafetyMode } from '../../../schemas/index.js';
import type { Say } from '../ruled.js';
import { builtIn } from '../says.js';
import type { SafetyFinding } from './finding.js';
import type { OwnWord } from './own-word.js';

const whys: Readonly<Record<SafetyFinding['list'], Readonly<Record<RuleDecision, string>>>> = {
  black: {
    allow: 'the black list leaves it',
    prompt: 'it may be on the black list',
    deny: 'the black list refuses it in every safety mode',
  },
  grey: {
    allow: 'the grey list leaves it',
    prompt: 'the grey list asks about it',
    deny: 'the grey list refuses it in safety mode `strict`',
  },
};

/** Says what a mode says of what was found. */
export function safetySays(
  found: readonly SafetyFinding[],
  mode: SafetyMode,
  { own, say }: { readonly own: OwnWord | null; readonly say: (say: Say) => void },
): void {
  for (const one of found) {
    const decision = decisionOf(one, mode, own);
    if (decision === 'allow') continue;
    const { list, entry } = one;
    const named = { source: 'safety', rule: `safety.${list}.${entry}`, about: entry } as const;
    say(builtIn(named, decision, whys[list][decision]));
  }
}

function decisionOf(one: SafetyFinding, mode: SafetyMode, own: OwnWord | null): RuleDecision {
  // INV-Q1: before any mode.
  if (one.list === 'black' && one.isSure) return 'deny';
  if (mode === 'strict') return 'deny';
  // What may be on the black list nobody answers in advance.
  if (one.list === 'black') return 'prompt';
  if (mode === 'yolo') return 'allow';
  return own?.covers(one) === true ? 'allow' : 'prompt';
}
