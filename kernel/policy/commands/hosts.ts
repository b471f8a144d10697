/** The hosts that commands reach, as far as their words say (behaviour G-22, G-31). */
import { freeze, hasOwn } from '../../primordials.js';
import type { OptionSpec } from '../../vaglio/shell/options.js';
import { normalHost } from '../match/host-name.js';
import type { FacetDraft } from './facet.js';
import { type HostSpec, hostSpecs } from './network-table.js';
import type { ProgramUse } from './program.js';
import { type CommandWords, readWords, type WordOptions } from './words.js';

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:\//;
const FILE = /^file:/i;
/** `[user@]host:path` and `host::module`, with no slash before the colon. */
const REMOTE = /^[^:/]*(?:\[[^\]/]*\])?:/;
const LOCAL = /^(?:\.{0,2}\/|\.{1,2}$|file:)/i;

const repositoryOptions = freeze([
  ...['branch', 'config', 'depth', 'jobs', 'origin', 'reference', 'template', 'upload-pack'],
  ...['separate-git-dir', 'push-option', 'repo', 'receive-pack', 'exec', 'filter', 'server-option'],
  ...['shallow-since', 'shallow-exclude', 'deepen', 'refmap', 'strategy', 'strategy-option'],
]);
const repository: OptionSpec = freeze({ valued: 'jo', long: repositoryOptions });
const cloned: OptionSpec = freeze({ valued: 'bcjou', long: repositoryOptions });
const pulled: OptionSpec = freeze({ valued: 'josX', long: repositoryOptions });
/** Sub-commands of git that go to the repository that they name first. */
const AT_FIRST = /^(?:clone|fetch|fetch-pack|ls-remote|pull|push|send-pack|http-push|http-fetch)$/;

/** The host of an address as a downloader reads it: without a scheme it is one of the web. */
function webHost(text: string): string | null {
  return normalHost(SCHEME.test(text) ? text : `http://${text}`);
}

function nameAddress(address: string | null, into: FacetDraft): void {
  if (address === null) into.name(null);
  else if (!FILE.test(address)) into.name(webHost(address));
}

/** `host:path`; a name without a colon is a path here. */
function nameRemote(place: string | null, into: FacetDraft): void {
  if (place === null || SCHEME.test(place)) nameAddress(place, into);
  else if (REMOTE.test(place)) into.name(remoteHost(place));
}

function remoteHost(place: string): string | null {
  const at = place.indexOf('@');
  const bare = place.slice(at + 1);
  const end = bare.startsWith('[') ? bare.indexOf(']') + 1 : bare.indexOf(':');
  return normalHost(bare.slice(0, end));
}

/** A repository by URL, by `host:path`, by path, or by a name that the configuration knows. */
function nameRepository(place: string | null | undefined, into: FacetDraft): void {
  if (place === undefined || place === null) into.name(null);
  else if (SCHEME.test(place) || REMOTE.test(place)) nameRemote(place, into);
  // What a name stands for, the configuration says, not the command.
  else if (!LOCAL.test(place)) into.name(null);
}

function nameOperands(spec: HostSpec, { operands }: WordOptions, into: FacetDraft): void {
  if (spec.kind === 'unknown') into.name(null);
  else if (spec.kind === 'urls') for (const word of operands) nameAddress(word, into);
  else if (spec.kind === 'copies') for (const word of operands) nameRemote(word, into);
  else if (operands.length > 0) into.name(firstHost(operands[0] ?? null));
}

/** `[user@]host`, or an address. */
function firstHost(word: string | null): string | null {
  return word === null ? null : webHost(word);
}

function nameByTable(args: CommandWords, spec: HostSpec, into: FacetDraft): void {
  const options = readWords(args, spec);
  nameOperands(spec, options, into);
  for (const value of options.values(...(spec.addresses ?? []))) nameAddress(value, into);
  if (options.hasUnknown || options.has(...(spec.opens ?? []))) into.reach('open');
}

function repositorySpec(verb: string): OptionSpec {
  if (verb === 'clone') return cloned;
  return verb === 'pull' ? pulled : repository;
}

function nameOfGit(use: ProgramUse, into: FacetDraft): void {
  const [verb = null] = use.options.operands;
  if (verb === null || !AT_FIRST.test(verb)) return into.name(null);
  const options = readWords(use.args.slice(1), repositorySpec(verb));
  if (options.hasUnknown || options.has('all', 'multiple', 'recurse-submodules', 'recursive'))
    into.reach('open');
  nameRepository(options.operands[0] ?? options.values('repo')[0], into);
}

/** Adds the hosts of a command that goes to the network. */
export function nameHosts(use: ProgramUse, into: FacetDraft): void {
  if (use.name === 'git') nameOfGit(use, into);
  else if (hasOwn(hostSpecs, use.name))
    nameByTable(use.args, hostSpecs[use.name] ?? { kind: 'unknown' }, into);
  else into.name(null);
}
