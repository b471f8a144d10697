/**
 * The paths that one command names (behaviour G-30, G-31). A word that only mentions a path names
 * none; a command without any touches the directory that it runs in.
 */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze, hasOwn } from '../../primordials.js';
import { codeOf } from '../../vaglio/shell/code.js';
import { goTo } from '../../vaglio/shell/directory.js';
import { readFind } from '../../vaglio/shell/find.js';
import { mentionsOf } from '../../vaglio/shell/mentions.js';
import type { SeenRun, SeenWrapper } from '../../vaglio/shell/observer.js';
import { optionValues, readOptions } from '../../vaglio/shell/options.js';
import {
  innerScope,
  knownLength,
  knownText,
  type ShellScope,
  staticText,
  textWord,
  valuesOf,
} from '../../vaglio/shell/word.js';
import { type GitWords, readGitWords } from './git-words.js';
import { type HostSpec, hostSpecs } from './network-table.js';
import { LOOKS_LIKE_PATH, type NamedPaths, type PathBudget, PathDraft } from './path-draft.js';

const COUNT_OPTION = /^-(?:[ABCLcjmntpw]|-(?:lines|bytes|jobs|max-count|depth|context))$/;
const DIGITS = /^\d+$/;
const PRINTS = /^(?:echo|printf)$/;
/** Options of `find` that name a file to compare with, or to read. */
const FIND_FILES = /^-(?:newer\w*|anewer|cnewer|samefile|files0-from)$/;
const REMOTE = /^[^/]*:/;
const CODE_OPTION = /^-(?:[A-Za-z]*[cemEpr]|-eval|-print)$/;
/** Sub-commands of git whose operands are names of refs, repositories and settings. */
const NAMES_REFS =
  /^(?:branch|cherry-pick|config|fetch|merge|pull|push|rebase|remote|revert|switch|tag|update-ref)$/;

/** Programs none of whose words is a path. */
const WITHOUT: ReadonlySet<string> = freeze(
  new Set([
    ...['kill', 'sleep', 'seq', 'expr', 'exit', 'return', 'break', 'continue', 'shift', 'wait'],
    ...['jobs', 'fg', 'bg', 'umask', 'set', 'unset', 'export', 'true', 'false', 'hostname', 'id'],
    ...['whoami', 'uname', 'pgrep', 'pkill', 'killall', 'type', 'hash', 'ulimit', 'alias'],
  ]),
);
/** Programs whose first operand says what they are to do. */
const WITH_VERB: ReadonlySet<string> = freeze(
  new Set([
    ...['apt', 'apt-get', 'brew', 'bun', 'cargo', 'docker', 'gem', 'gh', 'glab', 'go', 'kubectl'],
    ...['npm', 'pip', 'pip3', 'pnpm', 'podman', 'poetry', 'systemctl', 'terraform', 'uv', 'yarn'],
  ]),
);

/** The paths that a command names. */
export function namedPaths(run: SeenRun, budget: PathBudget): NamedPaths {
  const [program, ...args] = run.words;
  const scope = run.name === 'git' ? gitScope(run) : run.scope;
  const into = new PathDraft(scope, budget);
  addProgram(program, into);
  for (const word of pathWords(run, args, scope)) into.add(word);
  if (run.isFed) into.open();
  if (run.name === 'git') into.addDirectory();
  into.orDirectory();
  return into.named;
}

/** The paths that a wrapper names beside the command that it runs; most of its words are none. */
export function wrapperPaths({ words, scope, inner }: SeenWrapper, budget: PathBudget): NamedPaths {
  const [program, ...args] = words;
  const into = new PathDraft(scope, budget);
  addProgram(program, into);
  for (const word of args)
    if (!inner.has(word) && LOOKS_LIKE_PATH.test(knownText(word, scope) ?? '/')) into.add(word);
  return into.named;
}

/** A program that is given by its path is a file of its own. */
function addProgram(program: ShellWord | undefined, into: PathDraft): void {
  if (program !== undefined && (staticText(program) ?? '').includes('/')) into.add(program);
}

function pathWords(
  run: SeenRun,
  args: readonly ShellWord[],
  scope: ShellScope,
): readonly ShellWord[] {
  const { name } = run;
  if (WITHOUT.has(name)) return [];
  if (name === 'find') return foundPaths(args, scope);
  const spec = hasOwn(hostSpecs, name) ? hostSpecs[name] : undefined;
  if (spec !== undefined) return localFiles(args, spec, scope);
  const mentions = mentionsOf(name, run.words, scope, run.isRead);
  const others = new Set(othersIn(run));
  const isNames = name === 'git' && NAMES_REFS.test(gitWords(run).rest[0] ?? '');
  return args.filter((word, at) => {
    if (mentions.has(word) || others.has(word)) return false;
    const text = knownText(word, scope);
    if (text === null) return true;
    if (PRINTS.test(name)) return LOOKS_LIKE_PATH.test(text);
    if (isNames) return /^[-./~]/.test(text);
    return !(DIGITS.test(text) && COUNT_OPTION.test(staticText(args[at - 1]) ?? ''));
  });
}

/** Words that are neither paths nor mentions: sub-commands, settings, code. */
function othersIn(run: SeenRun): readonly (ShellWord | undefined)[] {
  const { name, words, scope } = run;
  if (name === 'git') return gitPlaces(run);
  if (WITH_VERB.has(name))
    return [words.slice(1).find((word) => !(staticText(word) ?? '').startsWith('-'))];
  return (codeOf(name, words, scope) ?? []).flatMap((code) => {
    if (code.kind === 'script') return code.words;
    return code.kind === 'foreign' ? code.words.filter(isCode) : [];
  });
}

/** Whether a word stands right behind an option that brings code along. */
function isCode(_word: ShellWord, at: number, words: readonly ShellWord[]): boolean {
  return CODE_OPTION.test(staticText(words[at - 1]) ?? '');
}

function gitWords({ words, scope }: SeenRun): GitWords {
  return readGitWords(words.map((word) => knownText(word, scope)));
}

/** The sub-command of git, its settings, and where it goes before. */
function gitPlaces(run: SeenRun): readonly (ShellWord | undefined)[] {
  const { verbAt, directoriesAt, settingsAt } = gitWords(run);
  return [...directoriesAt, ...settingsAt, verbAt].map((at) => run.words[at]);
}

/** Where `git -C` goes, one after the other. */
function gitScope(run: SeenRun): ShellScope {
  const inner = innerScope(run.scope);
  for (const at of gitWords(run).directoriesAt) {
    const word = run.words[at];
    if (word !== undefined) goTo(word, inner);
  }
  return inner;
}

function foundPaths(args: readonly ShellWord[], scope: ShellScope): readonly ShellWord[] {
  const { starts, outputs } = readFind(args, scope);
  const compared = args.filter((_word, at) => FIND_FILES.test(staticText(args[at - 1]) ?? ''));
  return [...starts, ...outputs, ...compared];
}

/** Of a program that goes to the network, the files here. */
function localFiles(
  args: readonly ShellWord[],
  spec: HostSpec,
  scope: ShellScope,
): readonly ShellWord[] {
  const options = readOptions(args, scope, spec);
  const files = optionValues(options, ...(spec.files ?? []));
  const sent = optionValues(options, ...(spec.sent ?? []));
  const operands = options.operands.filter((word) => {
    const text = knownText(word, scope) ?? '';
    return spec.kind === 'copies' ? !REMOTE.test(text) : text.startsWith('file:');
  });
  return [...files, ...sent.flatMap((word) => sentFiles(word, scope)), ...operands];
}

/** `@FILE`, `name=@FILE`, `name=<FILE`. */
function sentFiles(word: ShellWord, scope: ShellScope): readonly ShellWord[] {
  return valuesOf(word, scope).texts.flatMap((text) => {
    if (knownLength(text) === 0 && text !== '') return [word];
    const [, file] = /^(?:[^=]*=)?[@<](.*)$/s.exec(text) ?? [];
    return file === undefined ? [] : [textWord(file)];
  });
}
