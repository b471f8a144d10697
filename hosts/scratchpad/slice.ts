/** Which part of a long value is read: all, head, tail or a range (behaviour T-23). Pure. */
import { HostError } from '../errors.js';
import { characterSlice, lastCharacters } from './characters.js';

/** Counted in characters; `n` is 2000 if left out, `end` is the first that is left away. */
export type ScratchpadSlice =
  | { readonly mode: 'full' }
  | { readonly mode: 'head' | 'tail'; readonly n?: number | undefined }
  | { readonly mode: 'range'; readonly start: number; readonly end: number };

export const sliceModes = Object.freeze(['full', 'head', 'tail', 'range'] as const);

/** Characters of a head or a tail where nothing is said. */
export const DEFAULT_SLICE = 2000;

/**
 * Cuts a text; what lies past its end is empty (behaviour T-23).
 * @throws HostError `config_malformed` for a mode or a number that is none
 */
export function sliceText(text: string, slice: ScratchpadSlice): string {
  switch (slice.mode) {
    case 'full':
      return text;
    case 'head':
      return characterSlice(text, 0, counted(slice.n ?? DEFAULT_SLICE));
    case 'tail':
      return lastCharacters(text, counted(slice.n ?? DEFAULT_SLICE));
    case 'range':
      return characterSlice(text, counted(slice.start), counted(slice.end));
    default:
      return unknownMode(slice);
  }
}

function counted(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new HostError('config_malformed', 'a slice is counted in whole numbers from 0');
}

function unknownMode(_slice: never): never {
  const modes = sliceModes.map((mode) => `\`${mode}\``).join(', ');
  throw new HostError('config_malformed', `a slice has one of these modes: ${modes}`);
}
