/**
 * Which paths a capability reaches: hints as the host gives them, `/a/**` for a folder and all
 * below it, `*` and `?` within one name. A hint's own folder may lie behind a link, which is the
 * host's word; so each is held as written and as it lies on the disk.
 */
import { realpath } from 'node:fs/promises';
import { joinSegments, pathSegments } from './plain-path.js';
import { isGlob, segmentFits } from './segment-glob.js';

const ALL_BELOW = '**';

export interface PathHints {
  /** Asks whether a path, as it is written, is within reach. */
  mentions(segments: readonly string[]): boolean;
  /** Asks whether a real path, links followed, is within reach. */
  covers(path: string): boolean;
}

/** Reads the hints; throws a `Refusal` for one that is no absolute path. */
export async function readPathHints(
  hints: readonly string[],
  home: string | null,
): Promise<PathHints> {
  const written = hints.map((hint) => (hint === ALL_BELOW ? [hint] : pathSegments(hint, home)));
  const real = await Promise.all(written.map(onDisk));
  const fitsAny = (all: readonly (readonly string[])[], segments: readonly string[]): boolean =>
    all.some((hint) => fits(hint, segments));
  return {
    mentions: (segments) => fitsAny(written, segments) || fitsAny(real, segments),
    covers: (path) => fitsAny(real, pathSegments(path, null)),
  };
}

/** The same hint with the links of its fixed folder followed; a named file's own link is not. */
async function onDisk(hint: readonly string[]): Promise<readonly string[]> {
  const firstGlob = hint.findIndex(isGlob);
  const fixed = firstGlob === -1 ? Math.max(hint.length - 1, 0) : firstGlob;
  try {
    const folder = await realpath(joinSegments(hint.slice(0, fixed)));
    return [...pathSegments(folder, null), ...hint.slice(fixed)];
  } catch {
    // What is not there leads nowhere else.
    return hint;
  }
}

function fits(hint: readonly string[], segments: readonly string[]): boolean {
  const isDeep = hint.at(-1) === ALL_BELOW;
  const parts = isDeep ? hint.slice(0, -1) : hint;
  if (isDeep ? segments.length < parts.length : segments.length !== parts.length) return false;
  return parts.every((part, at) => segmentFits(part, segments[at] ?? ''));
}
