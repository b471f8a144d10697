/** Adds up what the commands of one line come to. */
import type { ActionClass, ActionCommand } from '../../../schemas/index.js';
import { freeze, stringify } from '../../primordials.js';
import { plainPath } from '../../vaglio/path-spelling.js';
import { normalHost } from '../match/host-name.js';
import { SafetyDraft } from '../safety/safety-draft.js';
import { type CommandClasses, classesOf, lacksVerb } from './classes-of.js';
import type { CommandCollector, SeenCommand, SeenRedirect } from './collector.js';
import type { CommandReading } from './command-reading.js';
import { FacetDraft, MAX_NAMED } from './facet.js';
import { nameRefs } from './git-refs.js';
import { readGitWords } from './git-words.js';
import { nameHosts } from './hosts.js';
import type { NamedPaths } from './path-draft.js';
import { type ProgramUse, programUse } from './program.js';
import { bringsCode, type SetVariable } from './variables.js';
import type { CommandWords } from './words.js';

const SOCKET = /^\/dev\/(?:tcp|udp)(?:\/([^/]*)|$)/;
const PROXY = /_proxy$/i;
const OUTSIDE: ActionClass = 'fileWriteOutsideWorktree';

/** A reading in the making. */
export class ReadingDraft {
  isOpaque = false;
  /** What makes it opaque is more than that it may be in another language. */
  isUnread = false;
  /** It is no shell text, and need not be: what looks like a redirect may be none. */
  isMisread = false;
  readonly #root: string | null;
  readonly #commands = new Map<string, CommandWords>();
  readonly #classes = new Set<ActionClass>();
  readonly #paths = new Set<string>();
  readonly #refs = new FacetDraft();
  readonly #hosts = new FacetDraft();
  readonly #variables: SetVariable[] = [];
  readonly #safety = new SafetyDraft();
  /** The commands as they were given, wrappers not taken off. */
  readonly #given = new Set<string>();
  #hasWrapper = false;
  #hasOpenPaths = false;

  /** `root`: the directory that the line starts in, taken for the work tree. */
  constructor(root: string | null) {
    this.#root = root === null ? null : plainPath(root, false);
  }

  /** Adds what a collector holds. */
  take({ seen, redirects, variables, isCut }: CommandCollector): void {
    for (const command of seen) this.#addCommand(command);
    for (const redirect of redirects) this.#addRedirect(redirect);
    this.#variables.push(...variables);
    if (isCut) this.#safety.cut();
    if (isCut || variables.some(bringsCode)) this.isOpaque = true;
  }

  #addCommand({ words, spelt, named, isWrapper }: SeenCommand): void {
    const use = programUse(spelt);
    this.#given.add(stringify(words));
    if (isWrapper) this.#hasWrapper = true;
    this.#addWords(words, use?.name ?? null);
    this.#addPaths(named);
    if (use === null || lacksVerb(use)) this.isOpaque = true;
    if (use === null) return;
    const { classes, writes } = classesOf(use);
    const added = this.#reachesOut(writes, named) ? [...classes, OUTSIDE] : classes;
    for (const name of added) this.#classes.add(name);
    this.#safety.command(use, named.paths, added, stringify(words));
    if (!isWrapper) this.#addNames(use, classes);
  }

  #addNames(use: ProgramUse, classes: readonly ActionClass[]): void {
    if (use.name === 'git') nameRefs(use, this.#refs);
    if (classes.includes('networkEgress')) nameHosts(use, this.#hosts);
  }

  #addWords(words: CommandWords, name: string | null): void {
    for (const form of wordForms(words, name)) {
      if (this.#commands.size >= MAX_NAMED) this.isOpaque = true;
      else this.#commands.set(stringify(form), form);
    }
  }

  #addPaths({ paths, isOpen }: NamedPaths): void {
    if (isOpen) this.#hasOpenPaths = true;
    for (const path of paths) {
      if (this.#paths.size >= MAX_NAMED && !this.#paths.has(path)) this.#hasOpenPaths = true;
      else this.#paths.add(path);
    }
  }

  #addRedirect({ target, named, isWriting }: SeenRedirect): void {
    this.#addPaths(named);
    const socket = SOCKET.exec(target ?? named.paths[0] ?? '');
    const isToFile = isWriting && (named.isOpen || named.paths.length > 0);
    const added: ActionClass[] = [];
    if (socket !== null) {
      added.push('networkEgress');
      this.#hosts.name(socket[1] === undefined ? null : normalHost(socket[1]));
    } else if (isToFile) {
      added.push('workspaceMutation');
      if (this.#reachesOut('all', named)) added.push(OUTSIDE);
    }
    for (const name of added) this.#classes.add(name);
    if (isToFile) this.#safety.redirect(named.paths, added);
  }

  /** Whether what is written may lie outside the work tree. */
  #reachesOut(writes: CommandClasses['writes'], { paths, isOpen }: NamedPaths): boolean {
    if (writes === 'none') return false;
    const targets = writes === 'all' ? paths : paths.slice(-1);
    return isOpen || targets.some((path) => !this.#isInside(path));
  }

  #isInside(path: string): boolean {
    const root = this.#root;
    if (root === null) return false;
    return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`);
  }

  /** The whole; `text` is given where it is one simple command and nothing else. */
  reading(text: string | null, denial: string | null): CommandReading {
    const { isOpaque } = this;
    const hosts = this.#hosts;
    if (hosts.facet !== null && (isOpaque || this.#variables.some(isProxy))) hosts.reach('open');
    if (this.#refs.facet !== null && isOpaque) this.#refs.reach('open');
    const commands = this.#actionCommands(isOpaque ? null : text);
    return freeze({
      commands: freeze([...commands.values()]),
      isOpaque,
      classes: freeze([...this.#classes]),
      paths: freeze([...this.#paths]),
      hasOpenPaths: this.#hasOpenPaths || isOpaque,
      refs: this.#refs.facet,
      hosts: hosts.facet,
      variables: freeze(this.#variables),
      safety: this.#safety.findings((key) => commands.get(key) ?? null, this),
      denial,
    });
  }

  #actionCommands(text: string | null): ReadonlyMap<string, ActionCommand> {
    const [only, ...more] = this.#given;
    const isLone = more.length === 0 && !this.#hasWrapper;
    return new Map(
      [...this.#commands].map(([key, words]) => [
        key,
        freeze({ words: freeze(words), text: isLone && key === only ? text : null }),
      ]),
    );
  }
}

/**
 * A command as rules may speak of it: of `git`, without what only says where it works; where a
 * setting is left that may name a program, without that as well.
 */
function wordForms(words: CommandWords, name: string | null): readonly CommandWords[] {
  const [program = null] = words;
  if (name !== 'git') return [words];
  const { settings, rest } = readGitWords(words);
  const bare = [program, ...rest];
  return settings.length === 0 ? [bare] : [[program, ...settings, ...rest], bare];
}

function isProxy({ name }: SetVariable): boolean {
  return name !== null && PROXY.test(name);
}
