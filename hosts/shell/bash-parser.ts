/**
 * The shell grammar behind the ShellParser port: Bash, by unbash. It belongs to the trusted base: a
 * command that it reads wrongly is judged wrongly. Runs nothing, expands nothing.
 */
import {
  type Assignment,
  type Command,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
} from 'unbash';
import type {
  ShellAssignment,
  ShellNode,
  ShellParse,
  ShellParser,
  ShellRedirect,
  ShellWord,
} from '../../schemas/index.js';
import { isMisread } from './misread.js';
import { readBody, readWord } from './shell-words.js';

/** Scripts in scripts, as in `$($(…))`: each is read again, so depth is what costs. */
const MAX_DEPTH = 8;
const REMEMBERED = 8;

/** Reads one command; holds what must be said of the whole of it. */
class Reading {
  hasError = false;
  #depth = 0;

  readonly script = (script: ParsedScript): ShellNode => {
    if ((script.errors?.length ?? 0) > 0 || this.#depth >= MAX_DEPTH) this.hasError = true;
    if (this.#depth >= MAX_DEPTH) return { kind: 'list', items: [] };
    this.#depth += 1;
    const items = script.commands.map((statement) => this.#statement(statement));
    this.#depth -= 1;
    return { kind: 'list', items };
  };

  #statement({ command, background }: Statement): ShellNode {
    const node = this.#node(command);
    return background === true ? { kind: 'background', body: node } : node;
  }

  #list({ commands }: CompoundList): ShellNode {
    return { kind: 'list', items: commands.map((statement) => this.#statement(statement)) };
  }

  #node(node: Statement['command'] | CompoundList): ShellNode {
    switch (node.type) {
      case 'AndOr':
        return { kind: 'list', items: node.commands.map((part) => this.#node(part)) };
      case 'Pipeline':
        return { kind: 'pipeline', parts: node.commands.map((part) => this.#node(part)) };
      case 'CompoundList':
        return this.#list(node);
      case 'Command':
        return this.#command(node);
      case 'Function':
        return { kind: 'function', name: node.name.value, body: this.#node(node.body) };
      case 'Coproc':
        return { kind: 'background', body: this.#node(node.body) };
      case 'Redirected':
        return this.#compound(node.command, this.#redirects(node.redirects));
      default:
        return this.#compound(node, []);
    }
  }

  #compound(node: CommandNode, redirects: readonly ShellRedirect[]): ShellNode {
    if (node.type === 'Subshell')
      return { kind: 'subshell', body: this.#list(node.body), redirects };
    const items: ShellNode[] = [];
    if (node.type === 'For' || node.type === 'Select') items.push(this.#loop(node));
    forEachChild(node, (child) => this.#inside(items, child));
    return { kind: 'group', body: { kind: 'list', items }, redirects };
  }

  /** The variable of a loop takes each word in turn. */
  #loop({
    name,
    wordlist,
  }: {
    readonly name: Word;
    readonly wordlist?: readonly Word[] | undefined;
  }) {
    const assignments = (wordlist ?? []).map((word) => ({
      name: name.value,
      value: this.#word(word),
    }));
    return { kind: 'command', assignments, words: [], redirects: [] } as const;
  }

  /** What a compound command holds, in order: lists run, words are worked out. */
  #inside(items: ShellNode[], child: SyntaxNode): void {
    if (child.type === 'CompoundList') items.push(this.#list(child));
    else if (child.type === 'Word') items.push({ kind: 'words', words: [this.#word(child)] });
    else if (child.type === 'Script') items.push(this.script(child));
    else forEachChild(child, (inner) => this.#inside(items, inner));
  }

  #command(node: Command): ShellNode {
    const words = node.name === undefined ? [] : [this.#word(node.name)];
    const assignments: ShellAssignment[] = [];
    const others: ShellWord[] = [];
    for (const item of node.prefix)
      if (item.type === 'Assignment') others.push(...this.#assign(assignments, item));
    for (const item of node.args) {
      if (item.type === 'Word') words.push(this.#word(item));
      else others.push(...this.#assign(assignments, item));
    }
    const redirects = this.#redirects(node.redirects);
    const command: ShellNode = { kind: 'command', assignments, words, redirects };
    if (others.length === 0) return command;
    return { kind: 'list', items: [{ kind: 'words', words: others }, command] };
  }

  /** Adds what an assignment assigns; the result is what is worked out beside it. */
  #assign(into: ShellAssignment[], { name, value, index }: Assignment): readonly ShellWord[] {
    const values = value.type === 'Word' ? [value] : value.elements;
    for (const item of values) into.push({ name, value: this.#word(item) });
    return index === undefined ? [] : [this.#word(index)];
  }

  #redirects(given: readonly Redirection[]): readonly ShellRedirect[] {
    return given.flatMap((redirect): readonly ShellRedirect[] => {
      if (redirect.type === 'HereDoc') {
        const body = readBody(redirect.body, this.script);
        return [{ kind: 'text', body, expands: redirect.delimiter?.quoted !== true }];
      }
      if (redirect.target === undefined) {
        this.hasError = true;
        return [];
      }
      const target = this.#word(redirect.target);
      if (redirect.type === 'HereString') return [{ kind: 'text', body: target, expands: true }];
      return [{ kind: 'file', operator: redirect.operator, target }];
    });
  }

  #word(word: Word): ShellWord {
    return readWord(word, this.script);
  }
}

function readCommand(command: string): ShellParse {
  const reading = new Reading();
  try {
    const parsed = parse(command);
    const script = reading.script(parsed);
    return { script, hasError: reading.hasError || isMisread(parsed) };
  } catch {
    // The grammar is recursive in places: what overflows it has not been read.
    return { script: { kind: 'list', items: [] }, hasError: true };
  }
}

/** Makes a parser that remembers the last few commands: a call is decided more than once. */
export function makeBashParser(): ShellParser {
  const remembered = new Map<string, ShellParse>();
  return Object.freeze({
    parse(command: string): ShellParse {
      const known = remembered.get(command);
      if (known !== undefined) return known;
      const read = readCommand(command);
      const [oldest] = remembered.keys();
      if (remembered.size >= REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      remembered.set(command, read);
      return read;
    },
  });
}

/** Bash, as the guard reads it. */
export const bashParser: ShellParser = makeBashParser();
