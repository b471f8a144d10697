/**
 * How much is asked beside the policy: lists of commands, and a reviewer (behaviour ). Not
 * the kind of talk, not autonomy (C27).
 */
export const safetyModes = Object.freeze(['strict', 'normal', 'review', 'yolo'] as const);
export type SafetyMode = (typeof safetyModes)[number];

/** Read as `review`, and never written (behaviour A-6). */
export type SafetyAlias = 'trust' | 'ai_review';

const aliases: Readonly<Record<SafetyAlias, SafetyMode>> = Object.freeze({
  trust: 'review',
  ai_review: 'review',
});

/** Reads a mode, by its name or by an alias that is never written; null for any other word. */
export function readSafetyMode(text: string): SafetyMode | null {
  const known = safetyModes.find((mode) => mode === text);
  if (known !== undefined) return known;
  return Object.hasOwn(aliases, text) ? aliases[text as SafetyAlias] : null;
}
