/**
 * The paths of a call by where they lead. What was not followed yet is asked for; what cannot be
 * followed leaves open what the call touches (behaviour G-30).
 */
import type { Facet, ResolvedPath } from '../../schemas/index.js';
import { freeze, hasOwn } from '../primordials.js';
import { absolutePath } from './absolute-path.js';
import type { CommandReading } from './commands/reading.js';
import type { NamedArguments } from './extract.js';

/** Where paths led, by their absolute spelling; null where nobody can tell. */
export type FollowedPaths = Readonly<Record<string, ResolvedPath | null>>;

export interface PathMeans {
  readonly home: string | null;
  readonly cwd: string | null;
  /** Null where nobody follows paths: rules about paths then ask. */
  readonly followed: FollowedPaths | null;
}

const noPaths: readonly string[] = freeze([]);
/** Arguments that one call may name paths in: each is followed, twice. */
const MAX_PATHS = 1024;

/** What the paths of a call come to. */
export interface Paths {
  readonly facet: Facet | null;
  readonly unfollowed: readonly string[];
  readonly isLost: boolean;
  /** A path of an argument has further names. */
  readonly isLinked: boolean;
}

const silentPaths: Paths = freeze({
  facet: null,
  unfollowed: noPaths,
  isLost: false,
  isLinked: false,
});

/** Puts together what arguments and commands name, by where it leads. */
export function pathsOf(
  named: NamedArguments,
  readings: readonly CommandReading[],
  means: PathMeans,
): Paths {
  const isUnreadable = named.unreadable.includes('path');
  if (named.paths.length === 0 && readings.length === 0)
    return isUnreadable ? freeze({ ...silentPaths, facet: openFacet }) : silentPaths;
  let isOpen = isUnreadable || means.followed === null;
  // What is too much to follow is not followed to its end.
  let isLost = named.paths.length > MAX_PATHS;
  let isLinked = false;
  const values = new Set<string>();
  const unfollowed = new Set<string>();
  const follow = (path: string | null, isArgument: boolean): void => {
    if (path === null) {
      isOpen = true;
      return;
    }
    const { followed } = means;
    if (followed === null) values.add(path.normalize('NFC'));
    else if (!hasOwn(followed, path)) unfollowed.add(path);
    else {
      const end = followed[path] ?? null;
      if (end === null) {
        // What a command names may be no path at all; what an argument names is one.
        isLost ||= isArgument;
        isOpen = true;
        return;
      }
      values.add(end.real.normalize('NFC'));
      isLinked ||= isArgument && end.names > 1;
    }
  };
  if (isLost) return freeze({ ...silentPaths, facet: openFacet, isLost });
  for (const path of named.paths) follow(absolutePath(path, means), true);
  for (const reading of readings) {
    isOpen ||= reading.hasOpenPaths || reading.isOpaque;
    for (const path of reading.paths) follow(absolutePath(path, means), false);
  }
  const facet: Facet = freeze({ values: freeze([...values]), reach: isOpen ? 'open' : 'listed' });
  return { facet, unfollowed: [...unfollowed], isLost, isLinked };
}

const openFacet: Facet = freeze({ values: noPaths, reach: 'open' });
