/**
 * The rules of one scope for one class, indexed: which of them hit an action, and which cannot be
 * told. The cost does not grow with rules about other values.
 */
import type { Action, Facet } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { AnchorIndex } from './anchor-index.js';
import { type CompiledRule, earlierRule, stricterRule } from './compiled-rule.js';
import { fitOf, type PatternDimension, patternDimensions } from './constraint.js';
import { plainName } from './match/command-pattern.js';
import { spellings, wordAnchor } from './program-word.js';

type Dimension = PatternDimension | 'commands' | 'maxCount' | 'maxCents';
const dimensions: readonly Dimension[] = freeze([
  ...patternDimensions,
  'commands',
  'maxCount',
  'maxCents',
]);

/** What one scope says of an action. */
export interface ScopeAnswer {
  /** The rule that applies; null where none does. */
  readonly rule: CompiledRule | null;
  /** A rule that nobody can tell whether it applies; it makes the action ask. */
  readonly unknown: CompiledRule | null;
}

/** Whether a rule exists for this decision; it may have expired or been overridden. */
export type Exists = (rule: CompiledRule) => boolean;

export class ClassRules {
  /** Without a constraint. */
  readonly #plain: CompiledRule[] = [];
  readonly #indexes: Readonly<Record<PatternDimension | 'commands', AnchorIndex<CompiledRule>>> =
    freeze({
      paths: new AnchorIndex(),
      refs: new AnchorIndex(),
      hosts: new AnchorIndex(),
      commands: new AnchorIndex(),
    });
  /** With a constraint that no index finds. */
  readonly #rest: CompiledRule[] = [];
  /** Rules that name a dimension, in the order of the document. */
  readonly #naming: Readonly<Record<Dimension, CompiledRule[]>> = freeze({
    paths: [],
    refs: [],
    hosts: [],
    commands: [],
    maxCount: [],
    maxCents: [],
  });

  add(rule: CompiledRule): void {
    const { constraint } = rule;
    if (constraint === null) {
      this.#plain.push(rule);
      return;
    }
    const named = dimensions.filter((dimension) => constraint[dimension] !== null);
    for (const dimension of named) this.#naming[dimension].push(rule);
    // What restricts is touched through any dimension; what allows holds in all: one finds it.
    const isAllow = rule.rule.decision === 'allow';
    const isFound = isAllow
      ? named.some((dimension) => this.#file(rule, dimension))
      : named.every((dimension) => this.#file(rule, dimension));
    if (!isFound) this.#rest.push(rule);
  }

  #file(rule: CompiledRule, dimension: Dimension): boolean {
    const { constraint } = rule;
    if (constraint === null || dimension === 'maxCount' || dimension === 'maxCents') return false;
    if (dimension === 'commands') {
      for (const pattern of constraint.commands ?? [])
        this.#indexes.commands.add(wordAnchor(pattern), rule);
      return true;
    }
    const positive = (constraint[dimension] ?? []).filter(({ isNegation }) => !isNegation);
    if (positive.length === 0) return false;
    if (positive.some(({ anchor }) => anchor.kind === 'any')) return false;
    for (const { anchor } of positive) this.#indexes[dimension].add(anchor, rule);
    return true;
  }

  /** The rule that applies by the order within a scope: with a constraint first, then strictest. */
  answer(action: Action, exists: Exists): ScopeAnswer {
    const rule = this.#strictestHit(action, exists) ?? strictestPlain(this.#plain, exists);
    return { rule, unknown: this.#firstUnknown(action, exists) };
  }

  /** The strictest rule that applies, with or without a constraint. */
  strictest(action: Action, exists: Exists): ScopeAnswer {
    const hit = this.#strictestHit(action, exists);
    const plain = strictestPlain(this.#plain, exists);
    const rule = hit === null || plain === null ? (hit ?? plain) : stricterRule(hit, plain);
    return { rule, unknown: this.#firstUnknown(action, exists) };
  }

  #strictestHit(action: Action, exists: Exists): CompiledRule | null {
    let best: CompiledRule | null = null;
    const consider = (rule: CompiledRule): void => {
      // One that could not win need not be looked at.
      if (best === rule || (best !== null && stricterRule(best, rule) === best)) return;
      const { constraint } = rule;
      if (constraint === null || fitOf(constraint, rule.rule.decision, action) !== 'hit') return;
      if (exists(rule)) best = rule;
    };
    for (const dimension of patternDimensions) {
      const facet = action[dimension];
      if (facet?.reach === 'every') this.#naming[dimension].forEach(consider);
      for (const value of facet?.values ?? []) this.#indexes[dimension].find(value, consider);
    }
    for (const command of action.commands) {
      for (const [program] of spellings(command))
        if (typeof program === 'string') this.#indexes.commands.find(plainName(program), consider);
    }
    this.#rest.forEach(consider);
    return best;
  }

  #firstUnknown(action: Action, exists: Exists): CompiledRule | null {
    let first: CompiledRule | null = null;
    for (const dimension of dimensions) {
      if (!isUntold(action, dimension)) continue;
      const found = this.#naming[dimension].find(
        (rule) =>
          rule.constraint !== null &&
          fitOf(rule.constraint, rule.rule.decision, action) === 'unknown' &&
          exists(rule),
      );
      first = earlierRule(first, found ?? null);
    }
    return first;
  }
}

function strictestPlain(rules: readonly CompiledRule[], exists: Exists): CompiledRule | null {
  let best: CompiledRule | null = null;
  for (const rule of rules) {
    if (best !== null && stricterRule(best, rule) === best) continue;
    if (exists(rule)) best = rule;
  }
  return best;
}

/** Whether an action may leave open how a rule about a dimension fits. */
function isUntold(action: Action, dimension: Dimension): boolean {
  switch (dimension) {
    case 'paths':
    case 'refs':
    case 'hosts':
      return isOpen(action[dimension]);
    case 'commands':
      return (
        action.isOpaque ||
        action.commands.length === 0 ||
        action.commands.some(({ words }) => words.includes(null))
      );
    case 'maxCount':
      return action.count === null;
    case 'maxCents':
      return action.cents === null;
  }
}

function isOpen(facet: Facet | null): boolean {
  return facet === null || facet.reach === 'open' || facet.values.length === 0;
}
