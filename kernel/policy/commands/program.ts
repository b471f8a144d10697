/** What a command is to the tables: its program by its plain name, its sub-command, its options. */
import { freeze, hasOwn } from '../../primordials.js';
import type { OptionSpec } from '../../vaglio/shell/options.js';
import { plainName } from '../../vaglio/shell/wrappers.js';
import { readGitWords } from './git-words.js';
import { hostSpecs } from './network-table.js';
import { type CommandWords, readWords, type WordOptions } from './words.js';

/** How the options before the sub-command of a program are read. */
const specs: Readonly<Record<string, OptionSpec>> = freeze({
  apt: { valued: 'oct' },
  aws: { long: ['profile', 'region', 'output', 'endpoint-url'] },
  cargo: { valued: 'ZC', long: ['config', 'color'] },
  docker: {
    valued: 'Hcl',
    long: ['config', 'context', 'host', 'log-level', 'tlscacert', 'tlscert', 'tlskey'],
    flags: ['debug', 'tls', 'tlsverify', 'privileged'],
  },
  gh: { valued: 'R', long: ['repo', 'hostname'] },
  git: {
    valued: 'mFCS',
    long: ['format', 'sort', 'message'],
    flags: ['hard', 'delete', 'force', 'discard-changes', 'output', 'exec', 'ext-diff'],
  },
  go: { valued: 'C' },
  npm: {
    valued: 'wC',
    long: ['prefix', 'workspace', 'registry', 'tag', 'otp', 'cache', 'loglevel', 'dir', 'filter'],
    flags: ['silent', 'global', 'force', 'yes', 'recursive', 'workspaces'],
  },
  pip: { long: ['python', 'proxy', 'log', 'cache-dir', 'timeout'], flags: ['quiet', 'verbose'] },
  systemctl: { valued: 'HMpstn', long: ['host', 'machine'], flags: ['user', 'system', 'no-wall'] },
  yarn: { long: ['cwd'], flags: ['silent'] },
});

/** Programs that are another one under another name. */
const sameAs: Readonly<Record<string, string>> = freeze({
  'apt-get': 'apt',
  aptitude: 'apt',
  nerdctl: 'docker',
  podman: 'docker',
  pnpm: 'npm',
  tofu: 'terraform',
});

const PYTHON = /^(?:python|pypy)[\d.]*$/;
const PIP = /^pip[\d.]*$/;
const noSpec: OptionSpec = freeze({});

/** One program, what it is told to do, and how. */
export interface ProgramUse {
  /** Plain name, in one case. */
  readonly name: string;
  /** The words after the name; of `git`, from the sub-command on. */
  readonly args: CommandWords;
  readonly options: WordOptions;
  /** How many operands may be values of unknown options: the sub-command may stand behind them. */
  readonly doubtful: number;
}

/** Reads one command for the tables; null where nobody knows its program. */
export function programUse(words: CommandWords): ProgramUse | null {
  const [program = null] = words;
  if (program === null) return null;
  const { name, args } = ownWords(plainName(program), words);
  const family = hasOwn(sameAs, name) ? (sameAs[name] ?? name) : name;
  const spec = specOf(family) ?? noSpec;
  const options = readWords(args, spec);
  return { name, args, options, doubtful: name === 'git' ? 0 : doubtfulOf(args, options, spec) };
}

function specOf(name: string): OptionSpec | undefined {
  if (hasOwn(specs, name)) return specs[name];
  return hasOwn(hostSpecs, name) ? hostSpecs[name] : undefined;
}

/** Of `git`, the words from its sub-command on; of `python -m pip`, those of `pip`. */
function ownWords(
  name: string,
  words: CommandWords,
): { readonly name: string; readonly args: CommandWords } {
  if (name === 'git') return { name, args: readGitWords(words).rest };
  if (PIP.test(name)) return { name: 'pip', args: words.slice(1) };
  if (name === 'cargo') return { name, args: words.slice(words[1]?.startsWith('+') ? 2 : 1) };
  const at = PYTHON.test(name) ? words.indexOf('-m') : -1;
  const module = at === -1 ? null : (words[at + 1] ?? null);
  const isPlain = module !== null && words.slice(1, at).every((word) => word?.startsWith('-'));
  return isPlain ? { name: module, args: words.slice(at + 2) } : { name, args: words.slice(1) };
}

/** Counts the operands at the beginning that stand right behind an option that is not known. */
function doubtfulOf(args: CommandWords, { operands, places }: WordOptions, spec: OptionSpec) {
  let count = 0;
  while (count < operands.length && mayTakeValue(args[(places[count] ?? 0) - 1] ?? '', spec))
    count += 1;
  return count;
}

function mayTakeValue(word: string, { flags = [] }: OptionSpec): boolean {
  return word.startsWith('-') && !word.includes('=') && !flags.includes(word.replace(/^-+/, ''));
}
