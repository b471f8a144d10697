/**
 * One place on the disk that a call names: a name in a folder that is held open, within reach of
 * the hints as written and as it really lies. The name itself is never followed.
 */
import { realpath } from 'node:fs/promises';
import { quoted, Refusal } from '../protocol/refusal.js';
import type { ExecutorCall } from '../protocol/run-executor.js';
import { type Folder, openFolder } from './folder.js';
import { type PathHints, readPathHints } from './path-hints.js';
import { joinSegments, pathSegments } from './plain-path.js';

export interface Place {
  readonly folder: Folder;
  readonly name: string;
  /** The folder's real path and the name. */
  readonly path: string;
  readonly hints: PathHints;
}

/** What of a call decides where it may reach. */
export type Reach = Pick<ExecutorCall<unknown>, 'hints' | 'home'>;

/**
 * Opens the folder of a path and uses it; throws a `Refusal` for what the hints do not cover,
 * before and after links are followed.
 */
export async function withPlace<T>(
  path: string,
  capability: string,
  reach: Reach,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const hints = await readPathHints(reach.hints(capability), reach.home);
  const segments = pathSegments(path, reach.home);
  const name = segments.at(-1);
  if (name === undefined) throw new Refusal('`/` itself is no place; name something in it');
  const outside = new Refusal(
    `the path ${quoted(path)} is outside of what ${quoted(capability)} reaches; widen its hints`,
  );
  // First as written, so that the answer tells nothing about what lies outside.
  if (!hints.mentions(segments)) throw outside;
  const parent = await realpath(joinSegments(segments.slice(0, -1)));
  const real = parent === '/' ? `/${name}` : `${parent}/${name}`;
  if (!hints.covers(real)) throw outside;
  const folder = await openFolder(parent, parent);
  try {
    return await use({ folder, name, path: real, hints });
  } finally {
    await folder.close();
  }
}
