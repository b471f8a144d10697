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

/** Places that a pattern may stand at, each once. */
interface Places {
  readonly list: number[];
  /** By place: the turn in which it was entered last. */
  readonly enteredAt: number[];
  readonly turn: number;
}

/** Whether a text, as a whole, is what the steps say. */
export function globMatches(steps: readonly GlobStep[], text: string): boolean {
  const enteredAt = [...steps.map(() => 0), 0];
  let places: Places = { list: [], enteredAt, turn: 1 };
  enter(places, 0);
  settle(steps, places);
  for (const sign of text) {
    const next: Places = { list: [], enteredAt, turn: places.turn + 1 };
    for (const place of places.list) {
      const step = steps[place];
      if (step !== undefined && takes(step, sign)) {
        enter(next, step.kind === 'many' ? place : place + 1);
      }
    }
    if (next.list.length === 0) return false;
    settle(steps, next);
    places = next;
  }
  return enteredAt[steps.length] === places.turn;
}

function takes(step: GlobStep, sign: string): boolean {
  if (step.kind === 'is') return step.sign === sign;
  return step.kind !== 'skip' && (step.crosses || sign !== '/');
}

function enter(places: Places, place: number): void {
  if (places.enteredAt[place] === places.turn) return;
  places.enteredAt[place] = places.turn;
  places.list.push(place);
}

/** Adds the places that are reached without a character. */
function settle(steps: readonly GlobStep[], places: Places): void {
  // The list grows while it is walked.
  for (const place of places.list) {
    const step = steps[place];
    if (step?.kind === 'many' || step?.kind === 'skip') enter(places, place + 1);
    if (step?.kind === 'skip') enter(places, place + 1 + step.count);
  }
}
