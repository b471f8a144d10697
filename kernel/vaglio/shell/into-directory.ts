/** Commands that put files into a directory: where it is, and whether the guard minds. */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import type { CommandUse, Rule } from './command-use.js';
import {
  hasOption,
  type OptionSpec,
  optionValues,
  type ReadOptions,
  readOptions,
} from './options.js';
import { GLOB, type ShellScope, staticText, valuesOf } from './word.js';
import { writes, writesText } from './writes.js';

interface Downloader {
  readonly spec: OptionSpec;
  /** Options whose value is the file, and whose value is the directory. */
  readonly file: readonly string[];
  readonly directory: readonly string[];
  /** Options with which the address names the file; null where it always does. */
  readonly named: readonly string[] | null;
}

const curl: Downloader = freeze({
  spec: {
    valued: 'odHXATFubeEcKm',
    long: ['output', 'output-dir', 'dump-header'],
    flags: ['remote-name', 'remote-name-all', 'remote-header-name'],
  },
  file: ['o', 'output', 'dump-header'],
  directory: ['output-dir'],
  named: ['O', 'remote-name', 'remote-name-all'],
});

const wget: Downloader = freeze({
  spec: { valued: 'OoPUae', long: ['output-document', 'directory-prefix'] },
  file: ['O', 'output-document'],
  directory: ['P', 'directory-prefix'],
  named: null,
});

/** Files that a download is written to; in `directories`, the addresses name them. */
export interface DownloadedFiles {
  readonly files: readonly ShellWord[];
  readonly directories: readonly ShellWord[];
  readonly addresses: readonly ShellWord[];
}

/** Where `curl` or `wget` writes to; null for any other command. */
export function downloadedBy(
  name: string,
  args: readonly ShellWord[],
  scope: ShellScope,
): DownloadedFiles | null {
  if (name !== 'curl' && name !== 'wget') return null;
  const { spec, file, directory, named } = name === 'curl' ? curl : wget;
  const options = readOptions(args, scope, spec);
  const files = optionValues(options, ...file);
  const isNamed = named === null ? files.length === 0 : hasOption(options, ...named);
  return {
    files,
    directories: optionValues(options, ...directory),
    addresses: isNamed ? options.operands : [],
  };
}

/** `curl -o`, `curl --output-dir`, `wget -P`. */
export function downloads(use: CommandUse): void {
  const found = downloadedBy(use.name, use.args, use.scope);
  if (found === null) return;
  writes(use, found.files);
  if (found.directories.length > 0) writesInto(use, found.directories);
  else if (found.addresses.length > 0) writesText(use, `./${GLOB}`);
}

function writesInto(use: CommandUse, directories: readonly ShellWord[]): void {
  for (const word of directories)
    for (const text of valuesOf(word, use.scope).texts) writesText(use, `${text}/${GLOB}`);
}

/** A rule for commands that fill the directory that an option names. */
export function fills(spec: OptionSpec, names: readonly string[]): Rule {
  return (use) => writesInto(use, optionValues(readOptions(use.args, use.scope, spec), ...names));
}

const archive: OptionSpec = freeze({
  valued: 'CfIKLTVXbgN',
  long: ['directory', 'file', 'files-from', 'exclude', 'exclude-from', 'use-compress-program'],
  flags: ['extract', 'get'],
});
const zip: OptionSpec = freeze({ valued: 'dxP' });
/** `tar xzf`: letters without a dash, their values in the next words. */
const BUNDLE = /^[A-Za-z]+$/;

/** `tar -x -C`, `unzip -d`. */
export function unpacks(use: CommandUse): void {
  const isZip = use.name === 'unzip';
  const first = staticText(use.args[0]) ?? '';
  const isBundle = !isZip && BUNDLE.test(first);
  const args = isBundle ? use.args.slice(1) : use.args;
  const options = readOptions(args, use.scope, isZip ? zip : archive);
  if (!isZip && !(isBundle && first.includes('x')) && !extracts(options)) return;
  const directories = optionValues(options, ...(isZip ? ['d'] : ['C', 'directory']));
  if (directories.length > 0) writesInto(use, directories);
  else writesText(use, `./${GLOB}`);
}

function extracts(options: ReadOptions): boolean {
  return hasOption(options, 'x', 'extract', 'get');
}

/** `crontab FILE`: what is in it, the system runs by itself. */
export function installsTable(use: CommandUse): void {
  const options = readOptions(use.args, use.scope, { valued: 'ucn' });
  if (!hasOption(options, 'l', 'r', 'e', 'V', 'T', 'h')) use.findings.deny('write_startup');
}
