/**
 * The rules of one scope that target a command, as a tree of words: the longest beginning that fits
 * decides (behaviour G-13).
 */
import type { Action, ActionCommand } from '../../schemas/index.js';
import { createRecord, hasOwn } from '../primordials.js';
import type { Exists, ScopeAnswer } from './class-rules.js';
import { type CompiledRule, stricterRule } from './compiled-rule.js';
import { fitOf } from './constraint.js';
import { commandMatches, plainName } from './match/command-pattern.js';
import { fold } from './match/pattern.js';
import { spellings } from './program-word.js';

interface WordNode {
  readonly next: Record<string, WordNode>;
  readonly rules: CompiledRule[];
  /** How many words lead here. */
  readonly depth: number;
}

function makeNode(depth: number): WordNode {
  return { next: createRecord(), rules: [], depth };
}

/** How a rule fits one command: by its beginning, then by its constraint. */
function fitOfCommand(
  rule: CompiledRule,
  command: ActionCommand,
  action: Action,
): 'hit' | 'unknown' | 'miss' {
  const { command: pattern, constraint } = rule;
  if (pattern === null) return 'miss';
  const { decision, exact } = rule.rule;
  const how = decision === 'allow' ? 'exact' : 'loose';
  const fit = commandMatches(pattern, command, how, exact === true);
  if (fit === 'miss' || constraint === null) return fit;
  const inner = fitOf(constraint, decision, action);
  if (inner === 'miss') return 'miss';
  return fit === 'unknown' ? 'unknown' : inner;
}

export class CommandRules {
  readonly #root = makeNode(0);
  readonly #all: CompiledRule[] = [];

  add(rule: CompiledRule): void {
    if (rule.command === null) return;
    this.#all.push(rule);
    let node = this.#root;
    rule.command.words.forEach((word, at) => {
      const key = at === 0 ? plainName(word) : fold(word);
      let next = hasOwn(node.next, key) ? node.next[key] : undefined;
      if (next === undefined) {
        next = makeNode(node.depth + 1);
        node.next[key] = next;
      }
      node = next;
    });
    node.rules.push(rule);
  }

  /** The rule for one command; null stands for what could not be read. */
  answer(command: ActionCommand | null, action: Action, exists: Exists): ScopeAnswer {
    if (command === null) return this.#unread(exists);
    const path = this.#pathOf(command);
    const unknown = this.#firstUnknown(command, path, action, exists);
    const lengths = [...new Set(path.map(({ depth }) => depth))].reverse();
    for (const length of lengths) {
      const nodes = path.filter(({ depth }) => depth === length);
      const rule = best(hitsOf(nodes, command, action, exists));
      if (rule !== null) return { rule, unknown };
    }
    return { rule: null, unknown };
  }

  /** The strictest rule for one command, whatever the length of its beginning. */
  strictest(command: ActionCommand | null, action: Action, exists: Exists): ScopeAnswer {
    if (command === null) return this.#unread(exists);
    const path = this.#pathOf(command);
    const hits = hitsOf(path, command, action, exists);
    const rule = hits.reduce<CompiledRule | null>(stricterRule, null);
    return { rule, unknown: this.#firstUnknown(command, path, action, exists) };
  }

  /** Of a command that could not be read: any rule might be meant. */
  #unread(exists: Exists): ScopeAnswer {
    return { rule: null, unknown: this.#all.find(exists) ?? null };
  }

  #firstUnknown(
    command: ActionCommand,
    path: readonly WordNode[],
    action: Action,
    exists: Exists,
  ): CompiledRule | null {
    // Past a word that nobody knows, the tree leads nowhere.
    const candidates = command.words.includes(null)
      ? this.#all
      : path.flatMap(({ rules }) => rules);
    return candidates.reduce<CompiledRule | null>((first, rule) => {
      if (first !== null && first.order <= rule.order) return first;
      return fitOfCommand(rule, command, action) === 'unknown' && exists(rule) ? rule : first;
    }, null);
  }

  /** The nodes that the known words of a command lead to, shortest first. */
  #pathOf(command: ActionCommand): readonly WordNode[] {
    const [path = [], ...more] = spellings(command).map((words) => this.#walk(words));
    if (more.length === 0) return path;
    return [...new Set([...path, ...more.flat()])].sort((a, b) => a.depth - b.depth);
  }

  #walk(words: readonly (string | null)[]): readonly WordNode[] {
    const path: WordNode[] = [];
    let node = this.#root;
    for (const [at, word] of words.entries()) {
      if (word === null) break;
      const key = at === 0 ? plainName(word) : fold(word);
      const next = hasOwn(node.next, key) ? node.next[key] : undefined;
      if (next === undefined) break;
      node = next;
      path.push(node);
    }
    return path;
  }
}

function hitsOf(
  nodes: readonly WordNode[],
  command: ActionCommand,
  action: Action,
  exists: Exists,
): readonly CompiledRule[] {
  return nodes
    .flatMap(({ rules }) => rules)
    .filter((rule) => fitOfCommand(rule, command, action) === 'hit' && exists(rule));
}

/** Of one length: with a constraint before without, then the strictest. */
function best(rules: readonly CompiledRule[]): CompiledRule | null {
  const constrained = rules.filter(({ constraint }) => constraint !== null);
  return (constrained.length > 0 ? constrained : rules).reduce<CompiledRule | null>(
    stricterRule,
    null,
  );
}
