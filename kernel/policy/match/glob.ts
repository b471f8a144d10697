/**
 * Matches a text against the steps of a pattern. All places that the pattern may stand at are
 * followed side by side, each once a character: the cost is at most the number of steps times the
 * number of characters, whatever repeats in them. No recursion, no way back.
 */
import type { GlobPart } from './glob-parts.js';

export type GlobStep =
  | { readonly kind: 'is'; readonly sign: string }
  | { readonly kind: 'one' | 'many'; readonly crosses: boolean }
  /** The `count` steps after it may be left out. */
  | { readonly kind: 'skip'; readonly count: number };

export interface GlobReading {
  /** How a text is spelt before it is compared. */
  readonly spell: (text: string) => string;
  /** `*` and `?` match a slash too. */
  readonly crosses: boolean;
  /** What ends in a slash and `**` matches the directory itself too. */
  readonly takesFolder: boolean;
}

const SLASH: GlobStep = { kind: 'is', sign: '/' };
const ALL: GlobStep = { kind: 'many', crosses: true };
const SKIP: GlobStep = { kind: 'skip', count: 2 };

/** The steps of a pattern. */
export function globSteps(parts: readonly GlobPart[], reading: GlobReading): readonly GlobStep[] {
  return parts.flatMap((part) => stepsOf(part, reading));
}

function stepsOf(part: GlobPart, reading: GlobReading): readonly GlobStep[] {
  const { crosses } = reading;
  switch (part.kind) {
    case 'text':
      return [...reading.spell(part.text)].map((sign) => ({ kind: 'is', sign }));
    case 'one':
      return [{ kind: 'one', crosses }];
    case 'name':
      return [{ kind: 'many', crosses }];
    case 'all':
      return [ALL];
    case 'folders':
      return [SKIP, ALL, SLASH];
    case 'below':
      return reading.takesFolder ? [SKIP, SLASH, ALL] : [SLASH, ALL];
  }
}

/** Whether a text, as a whole, is what the steps say. */
export function globMatches(steps: readonly GlobStep[], text: string): boolean {
  const enteredAt = [...steps.map(() => 0), 0];
  let turn = 1;
  /** These places, each once, and those that are reached from them without a character. */
  const settle = (from: readonly number[]): readonly number[] => {
    const found: number[] = [];
    const enter = (place: number): void => {
      if (enteredAt[place] === turn) return;
      enteredAt[place] = turn;
      found.push(place);
    };
    for (const place of from) enter(place);
    for (let i = 0; i < found.length; i += 1) {
      const place = found[i] as number;
      const step = steps[place];
      if (step?.kind === 'many' || step?.kind === 'skip') enter(place + 1);
      if (step?.kind === 'skip') enter(place + 1 + step.count);
    }
    return found;
  };
  let places = settle([0]);
  for (const sign of text) {
    turn += 1;
    places = settle(after(steps, places, sign));
    if (places.length === 0) return false;
  }
  return enteredAt[steps.length] === turn;
}

/** Where one character leads from some places. */
function after(
  steps: readonly GlobStep[],
  places: readonly number[],
  sign: string,
): readonly number[] {
  const next: number[] = [];
  for (const place of places) {
    const step = steps[place];
    if (step === undefined || step.kind === 'skip') continue;
    if (step.kind === 'is') {
      if (step.sign === sign) next.push(place + 1);
    } else if (step.crosses || sign !== '/') next.push(step.kind === 'many' ? place : place + 1);
  }
  return next;
}
