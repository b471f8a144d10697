/**
 * The catalogue of executors (behaviour T-1, T-31): folders whose manifest a trusted key signed.
 * What does not verify is listed with a reason and stays out; nothing of it is read further.
 */
import { readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { reservedArguments } from '../../reasoner/index.js';
import type { PathResolver } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { nodePathResolver } from '../node/path-resolver.js';
import { type Executor, makeExecutor } from './executor.js';
import { assertGuardedFolder } from './guarded-file.js';
import { Launcher, type LaunchFailure } from './launch/launcher.js';
import type { SecretSource } from './launch/secret-source.js';
import { MANIFEST, type Manifest } from './manifest.js';
import { executorScope, type Hints } from './scope/executor-scope.js';
import { readSignedFolder } from './signed-folder.js';
import { type Rejected, rejectedAs, trustedKeys } from './trusted-keys.js';

export interface CatalogueOptions {
  /** Folders of executors, or of one: a folder that holds a manifest is one itself. */
  readonly folders: readonly string[];
  /** Public key files for catalogues, or folders of `*.pub`. Without any, nothing is let in. */
  readonly keys: string | readonly string[];
  /** The user's home, absolute. Default: that of this process. */
  readonly home?: string;
  /** Hints by executor, then by capability: narrower than the manifest's, or where it has none. */
  readonly hints?: Readonly<Record<string, Hints>>;
  /**
   * Hints by capability, for every executor that has it; those by executor win. One whose manifest
   * says of no argument that they bound it stays out.
   */
  readonly capabilityHints?: Hints;
  /** Default: there are none. */
  readonly secrets?: SecretSource;
  /** Where the code of a call is written, for its time. Default: `<home>/.cache/sluice/run`. */
  readonly runFolder?: string;
  readonly paths?: PathResolver;
  /** Told of each launch that came to nothing: names and a code, no word of the executor. */
  readonly onFailure?: (failure: LaunchFailure) => void;
}

export interface Catalogue {
  readonly executors: readonly Executor[];
  /** What was not let in, keys that are none too. */
  readonly rejected: readonly Rejected[];
  /** Kills what runs and removes what was written; no executor starts after it. */
  close(): void;
}

const MAX_FOLDERS = 4096;

/**
 * Opens a catalogue; whatever is wrong with an executor keeps out that one only.
 * @throws HostError `config_malformed` for options that are none
 */
export function openCatalogue(options: CatalogueOptions): Catalogue {
  const { home = homedir(), secrets = null, onFailure = null } = options;
  if (!isAbsolute(home)) throw new HostError('config_malformed', '`home` must be absolute');
  const base = resolve(options.runFolder ?? join(home, '.cache', 'sluice', 'run'));
  const { keys, rejected: notKeys } = trustedKeys([options.keys].flat());
  const rejected: Rejected[] = [...notKeys];
  const launcher = new Launcher({ base, home, secrets, onFailure });
  const means = { home, paths: options.paths ?? nodePathResolver };
  const known = new Set<string>();
  const loaded: { readonly folder: string; readonly executor: Executor }[] = [];
  for (const folder of executorFolders(options.folders, rejected)) {
    try {
      const signed = readSignedFolder(folder, keys);
      const { name } = signed.manifest;
      known.add(name);
      const hints = Object.hasOwn(options.hints ?? {}, name) ? options.hints?.[name] : undefined;
      const shared = sharedHints(signed.manifest, options.capabilityHints ?? {});
      for (const capability of Object.keys(shared)) known.add(capability);
      const scope = executorScope(signed.manifest, { ...shared, ...hints }, means);
      loaded.push({ folder, executor: makeExecutor(signed, scope, launcher) });
    } catch (error) {
      rejected.push(rejectedAs(folder, error));
    }
  }
  const executors = withoutDuplicates(loaded, rejected);
  for (const name of Object.keys({ ...options.hints, ...options.capabilityHints })) {
    if (known.has(name)) continue;
    // Misspelt, it would leave the one that was meant as wide as its manifest.
    const reason = 'the hints name an executor that is not there, or a capability of none';
    rejected.push(Object.freeze({ path: name, code: 'config_malformed', reason }));
  }
  return Object.freeze({
    executors: Object.freeze(executors),
    rejected: Object.freeze(rejected),
    close: () => launcher.close(),
  });
}

/** The hints of capabilities that this executor has, or that its manifest bounds. */
function sharedHints({ scope, tool }: Manifest, hints: Hints): Hints {
  const { capabilities } = tool;
  // INV-K6: one that has it and bounds it nowhere would reach past the hint; it is refused later.
  const has = Array.isArray(capabilities) ? capabilities : [];
  const own = Object.entries(hints).filter(
    ([capability]) => Object.hasOwn(scope, capability) || has.includes(capability),
  );
  return Object.fromEntries(own);
}

function executorFolders(given: readonly string[], rejected: Rejected[]): readonly string[] {
  const found = new Set<string>();
  for (const path of given) {
    try {
      for (const folder of foldersIn(realpathSync(resolve(path)))) found.add(folder);
    } catch (error) {
      rejected.push(rejectedAs(path, error));
    }
  }
  return [...found];
}

/** The folder itself where it holds a manifest, and else all folders in it. */
function foldersIn(folder: string): readonly string[] {
  assertGuardedFolder(folder);
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some(({ name }) => name === MANIFEST)) return [folder];
  const inside = entries.filter(
    (entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()),
  );
  if (inside.length > MAX_FOLDERS)
    throw new HostError('config_malformed', `\`${folder}\` holds more than ${MAX_FOLDERS} folders`);
  return inside.map(({ name }) => join(folder, name)).sort();
}

/**
 * Of two that have one name neither is let in: the order of folders decides nothing. Nor is one
 * that has a name of what a turn itself offers.
 */
function withoutDuplicates(
  loaded: readonly { readonly folder: string; readonly executor: Executor }[],
  rejected: Rejected[],
): readonly Executor[] {
  const count = new Map<string, number>();
  for (const { executor } of loaded) count.set(executor.name, (count.get(executor.name) ?? 0) + 1);
  return loaded.flatMap(({ folder, executor }) => {
    const { name } = executor;
    const isReserved = Object.hasOwn(reservedArguments, name);
    if (count.get(name) === 1 && !isReserved) return [executor];
    const whose = isReserved ? 'what every turn offers' : 'another executor too';
    const reason = `\`${name}\` is the name of ${whose}`;
    rejected.push(Object.freeze({ path: folder, code: 'executor_duplicate', reason }));
    return [];
  });
}
