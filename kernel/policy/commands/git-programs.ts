/**
 * Ways in which a git command names a program to run: a setting, an option, a variable, an address
 * (behaviour G-35). Names are told, not what they would do: a program is a program.
 */
import { freeze, hasOwn } from '../../primordials.js';
import type { OptionSpec } from '../../vaglio/shell/options.js';
import type { FormMatch } from './form.js';
import { isReadingConfig } from './git-classes.js';
import { readGitWords } from './git-words.js';
import type { ProgramUse } from './program.js';
import type { SetVariable } from './variables.js';
import { type CommandWords, readWords } from './words.js';

/** Settings whose value git runs, or that bring more settings along; in lower case. */
const PROGRAM_KEY = new RegExp(
  `^(?:${[
    'core\\.(?:sshcommand|pager|editor|fsmonitor|hookspath|gitproxy|askpass|alternaterefscommand)',
    'diff\\.external|(?:diff|merge)\\..*\\.(?:command|textconv|driver)|interactive\\.difffilter',
    '(?:diff|merge)tool\\..*\\.(?:cmd|path)|(?:guitool|browser|man)\\..*\\.(?:cmd|path)',
    'credential\\.(?:.*\\.)?helper|gpg\\.(?:.*\\.)?program|gpg\\.ssh\\.defaultkeycommand',
    'sequence\\.editor|filter\\..*|pager\\..*|trailer\\..*\\.(?:cmd|command)|hook\\..*\\.command',
    'remote\\..*\\.(?:uploadpack|receivepack|vcs|proxy)|uploadpack\\.packobjectshook',
    'protocol\\.(?:ext\\.)?allow|tar\\..*\\.command|imap\\.tunnel|instaweb\\.httpd|web\\.browser',
    'sendemail\\.(?:.*\\.)?(?:smtpserver|tocmd|cccmd|headercmd|sendmailcmd)|init\\.templatedir',
    'include\\.path|includeif\\..*\\.path|url\\.ext::.*',
  ].join('|')})$`,
  's',
);
/** Settings whose value is run only where it begins with `!`. */
const ALIAS_KEY = /^(?:alias\..*|submodule\..*\.update)$/s;
/** What does nothing, or only shows what it is given. */
const HARMLESS = /^(?:|cat|true|false|:|\/dev\/null|(?:\/usr)?\/bin\/(?:cat|true|false))$/;
/** Sub-commands that take the address of another repository. */
const TAKES_ADDRESS =
  /^(?:archive|clone|fetch|fetch-pack|ls-remote|pull|push|remote|send-pack|submodule)$/;
/** Settings whose value is such an address. */
const ADDRESS_KEY =
  /^(?:remote\..*\.(?:push)?url|submodule\..*\.url|url\..*\.(?:push)?insteadof)$/s;
/** An address that is a program. */
const EXT = /^(?:--?[\w-]+=)?ext::/;

/** Variables of git itself, and those of others that it runs programs by. */
const OF_GIT =
  /^GIT_(?:SSH|SSH_COMMAND|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND|CONFIG|CONFIG_(?:COUNT|PARAMETERS|GLOBAL|SYSTEM|KEY_\d+|VALUE_\d+)|EXEC_PATH|TEMPLATE_DIR|ALLOW_PROTOCOL)$/;
const READ_BY_GIT = /^(?:PAGER|EDITOR|VISUAL|SSH_ASKPASS|BROWSER|LESSOPEN)$/;

/** Options of sub-commands that take a program or an address: those whose value is run. */
const programOptions: Readonly<Record<string, OptionSpec>> = freeze({
  archive: { flags: ['exec'] },
  clone: { valued: 'bcjo', long: ['config', 'branch'], flags: ['u', 'upload-pack', 'template'] },
  difftool: { flags: ['x', 'extcmd'] },
  fetch: { flags: ['upload-pack'] },
  'fetch-pack': { flags: ['upload-pack', 'exec'] },
  grep: { valued: 'efmABC', flags: ['O', 'open-files-in-pager'] },
  init: { flags: ['template'] },
  'init-db': { flags: ['template'] },
  instaweb: { flags: ['d', 'httpd', 'b', 'browser'] },
  'ls-remote': { flags: ['upload-pack', 'exec'] },
  pull: { flags: ['upload-pack'] },
  push: { flags: ['receive-pack', 'exec'] },
  rebase: { valued: 'sXCS', flags: ['x', 'exec'] },
  remote: {},
  'send-email': { flags: ['smtp-server', 'sendmail-cmd', 'to-cmd', 'cc-cmd', 'header-cmd'] },
  'send-pack': { flags: ['receive-pack', 'exec'] },
  submodule: {},
});

/** Whether a setting names a program; the value is null where nobody knows it. */
function settingMatch(key: string | null, value: string | null): FormMatch {
  if (key === null) return 'maybe';
  const lower = key.toLowerCase();
  if (ALIAS_KEY.test(lower)) return value === null || value.startsWith('!') ? 'hit' : 'miss';
  if (ADDRESS_KEY.test(lower)) return addressMatch(value);
  if (!PROGRAM_KEY.test(lower)) return 'miss';
  return value !== null && HARMLESS.test(value) ? 'miss' : 'hit';
}

function addressMatch(value: string | null): FormMatch {
  if (value === null) return 'maybe';
  return EXT.test(value) ? 'hit' : 'miss';
}

/** `key=value`; a key alone is true. */
function pairMatch(pair: string | null): FormMatch {
  if (pair === null) return 'maybe';
  const equals = pair.indexOf('=');
  if (equals === -1) return settingMatch(pair, 'true');
  return settingMatch(pair.slice(0, equals), pair.slice(equals + 1));
}

/** `key=VARIABLE`: what the variable holds, nobody knows here. */
function variableMatch(pair: string | null): FormMatch {
  return pair === null ? 'maybe' : settingMatch(pair.slice(0, pair.lastIndexOf('=')), null);
}

/** The options of `git` itself. */
function ownMatches(settings: CommandWords): readonly FormMatch[] {
  return settings.map((word, at) => {
    if (word === '-c') return pairMatch(settings[at + 1] ?? null);
    if (word === '--config-env') return variableMatch(settings[at + 1] ?? null);
    if (word?.startsWith('--config-env=')) return variableMatch(word.slice('--config-env='.length));
    return word?.startsWith('--exec-path=') ? 'hit' : 'miss';
  });
}

/** `git config KEY VALUE`: any two operands in a row may be these. */
function configMatches(use: ProgramUse): readonly FormMatch[] {
  if (isReadingConfig(use)) return [];
  const [, ...operands] = use.options.operands;
  // A section under a new name may be one of aliases.
  const renames = use.options.has('rename-section') || operands[0] === 'rename-section';
  const pairs = operands.slice(1).map((value, at) => settingMatch(operands[at] ?? null, value));
  return [renames ? 'maybe' : 'miss', ...pairs];
}

function optionMatches(verb: string, use: ProgramUse): readonly FormMatch[] {
  const spec = hasOwn(programOptions, verb) ? programOptions[verb] : undefined;
  if (spec === undefined) return [];
  const options = readWords(use.args.slice(1), spec);
  const settings = verb === 'clone' ? options.values('c', 'config').map(pairMatch) : [];
  // What nobody knows may be such an option, or an address that is a program.
  const unknown = options.hasUnknown ? 'maybe' : 'miss';
  return [options.has(...(spec.flags ?? [])) ? 'hit' : unknown, ...settings];
}

/** Whether a git command names a program to run, by its own words. */
export function gitProgramMatch(words: CommandWords, use: ProgramUse): FormMatch {
  const [verb = null] = use.options.operands;
  const isExt =
    TAKES_ADDRESS.test(verb ?? '') && use.args.some((word) => word !== null && EXT.test(word));
  const found: readonly FormMatch[] = [
    ...ownMatches(readGitWords(words).settings),
    ...(verb === 'config' ? configMatches(use) : []),
    ...(verb === null ? [] : optionMatches(verb, use)),
    isExt ? 'hit' : 'miss',
  ];
  if (found.includes('hit')) return 'hit';
  return found.includes('maybe') ? 'maybe' : 'miss';
}

/** Whether a variable names a program that git runs. */
export function isGitProgram({ name, value }: SetVariable, hasGit: boolean): boolean {
  if (name === null || (value !== null && HARMLESS.test(value))) return false;
  return OF_GIT.test(name) || (hasGit && READ_BY_GIT.test(name));
}
