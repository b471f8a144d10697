/**
 * How far the calls of one executor reach: the hints of its manifest, or narrower ones of the host,
 * and whether the arguments of a call lie within (behaviour T-33). Upholds INV-K6.
 */
import {
  isJsonList,
  type Json,
  type JsonObject,
  type PathResolver,
} from '../../../schemas/index.js';
import { HostError } from '../../errors.js';
import type { Manifest } from '../manifest.js';
import { hostFits, hostOf, isHostHint, isNarrowerHost } from './host-hint.js';
import { isNarrowerPath, isPathHint, pathFits } from './path-hint.js';

/** Hints by capability: patterns of paths or of hosts. */
export type Hints = Readonly<Record<string, readonly string[]>>;

/** What one capability may touch: hints with `~` put in and links followed. */
export interface ScopeBound {
  readonly capability: string;
  /** The field of the arguments. */
  readonly field: string;
  readonly kind: 'path' | 'host';
  readonly allow: readonly string[];
  /** What the executor is told: the same, and as they are written where links were followed. */
  readonly told: readonly string[];
}

export interface ScopeMeans {
  readonly home: string;
  readonly paths: PathResolver;
}

/** Where a path leads, by its absolute spelling; null where nobody can tell. */
export type Follow = (spelling: string) => string | null;

/** The bounds of one executor. A capability without hints has none. */
export interface ExecutorScope {
  readonly bounds: readonly ScopeBound[];
  /**
   * The first bound that the arguments of a call do not keep to; null where they keep to all.
   * `follow` says where paths lead; without it they are followed on the disk, now.
   */
  outside(args: JsonObject, follow?: Follow): ScopeBound | null;
}

/**
 * Puts together the bounds of an executor.
 * @throws HostError `manifest_malformed` for a hint that is none, `config_malformed` for one of the
 * host that is none, that reaches further than the manifest's, or that cannot be followed
 */
export function executorScope(manifest: Manifest, hints: Hints, means: ScopeMeans): ExecutorScope {
  const bounds: ScopeBound[] = [];
  const idle = Object.keys(hints).find((one) => !Object.hasOwn(manifest.scope, one));
  // A hint that bounds nothing would look as if it did.
  if (idle !== undefined)
    throw new HostError('config_malformed', `no argument is bounded by hints of \`${idle}\``);
  for (const [capability, { argument, kind, allow }] of Object.entries(manifest.scope)) {
    const own = allow?.map((hint) => placed(hint, kind, means, 'manifest_malformed'));
    const given = Object.hasOwn(hints, capability)
      ? hints[capability]?.map((hint) => placed(hint, kind, means, 'config_malformed'))
      : undefined;
    if (own !== undefined && given !== undefined) assertNarrower(capability, kind, own, given);
    const inForce = given ?? own;
    if (inForce === undefined) continue;
    const field = argument.slice(1);
    const written = (given === undefined ? allow : hints[capability]) ?? [];
    const spelt = written.map((hint) => (kind === 'path' ? withHome(hint, means.home) : hint));
    const told = Object.freeze([...new Set([...spelt, ...inForce])]);
    bounds.push(Object.freeze({ capability, field, kind, allow: Object.freeze(inForce), told }));
  }
  return Object.freeze({
    bounds: Object.freeze(bounds),
    outside: (args: JsonObject, follow: Follow = onDisk(means)) =>
      bounds.find((bound) => isOutside(bound, placesOf(bound, args, means.home, follow))) ?? null,
  });
}

function onDisk({ paths }: ScopeMeans): Follow {
  return (spelling) => paths.resolve(spelling)?.real ?? null;
}

function isOutside({ kind, allow }: ScopeBound, places: readonly (string | null)[]): boolean {
  const fits = kind === 'path' ? pathFits : hostFits;
  // INV-K6: what nobody can tell is not within.
  return !places.every((place) => place !== null && allow.some((hint) => fits(hint, place)));
}

/** What the bounded argument names, by where it leads; null for what nobody can tell. */
function placesOf(
  { field, kind }: ScopeBound,
  args: JsonObject,
  home: string,
  follow: Follow,
): readonly (string | null)[] {
  const given: Json | undefined = Object.hasOwn(args, field) ? args[field] : undefined;
  const values = given !== undefined && isJsonList(given) ? given : [given];
  return values.map((value) => {
    if (typeof value !== 'string') return null;
    if (kind === 'host') return hostOf(value);
    const spelling = withHome(value, home);
    // Relative paths begin nowhere: an executor starts in an empty folder.
    return spelling.startsWith('/') ? follow(spelling) : null;
  });
}

function withHome(path: string, home: string): string {
  if (path === '~') return home;
  return path.startsWith('~/') ? `${home}${path.slice(1)}` : path;
}

/** A hint as it is compared: `~` put in, and the folders before its first wildcard followed. */
function placed(
  hint: string,
  kind: ScopeBound['kind'],
  { home, paths }: ScopeMeans,
  code: 'manifest_malformed' | 'config_malformed',
): string {
  const full = kind === 'path' ? withHome(hint, home) : hint;
  if (!(kind === 'path' ? isPathHint(full) : isHostHint(full)))
    throw new HostError(code, `\`${hint}\` is no hint of a ${kind}`);
  if (kind === 'host') return full;
  const names = full.slice(1).split('/');
  const wild = names.findIndex((name) => /[*?]/.test(name));
  const literal = wild === -1 ? names : names.slice(0, wild);
  const real = paths.resolve(`/${literal.join('/')}`)?.real;
  // A wildcard in the name of a folder would be one of the hint.
  if (real === undefined || /[*?]/.test(real) || !isPathHint(real === '/' ? full : real))
    throw new HostError('config_malformed', `the hint \`${hint}\` cannot be followed`);
  const rest = wild === -1 ? '' : `/${names.slice(wild).join('/')}`;
  return `${real === '/' && rest !== '' ? '' : real}${rest}`;
}

function assertNarrower(
  capability: string,
  kind: ScopeBound['kind'],
  own: readonly string[],
  given: readonly string[],
): void {
  const narrower = kind === 'path' ? isNarrowerPath : isNarrowerHost;
  const wide = given.find((hint) => !own.some((outer) => narrower(outer, hint)));
  if (wide === undefined) return;
  const what = `the hint \`${wide}\` of \`${capability}\` reaches further than the manifest`;
  throw new HostError('config_malformed', what);
}
