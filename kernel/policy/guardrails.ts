/**
 * A policy document made ready: checked, its rules indexed by scope and target. Only this kernel
 * makes one, so that what decides was checked. Upholds INV-R1.
 */
import {
  type Action,
  type ActionClass,
  type Autonomy,
  actionClasses,
  type CapabilityBudget,
  type GuardrailDocument,
  type GuardrailDocumentInput,
  type GuardrailRule,
  guardrailDocumentSchema,
  type SoftOverride,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { createRecord, freeze, hasOwn } from '../primordials.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { ClassRules } from './class-rules.js';
import { CommandRules } from './command-rules.js';
import { type CompiledRule, compileRule } from './compiled-rule.js';
import { compilePatterns, type PatternDimension, patternDimensions } from './constraint.js';
import type { Pattern } from './match/pattern.js';
import { templateRules } from './templates.js';

/** The rules of one scope. */
export interface ScopeRules {
  readonly classes: Readonly<Record<ActionClass, ClassRules>>;
  readonly commands: CommandRules;
}

/** What the engine reads of a document. */
export interface Compiled {
  readonly document: GuardrailDocument;
  /** By `space:ID`, `agent:ID`, `workspace` or `managed`. */
  readonly scopes: Readonly<Record<string, ScopeRules>>;
  /** Rules that decide nothing, in the same shape; null where there is none. */
  readonly advisory: Readonly<Record<string, ScopeRules>> | null;
  readonly never: Readonly<Record<PatternDimension, readonly Pattern[]>>;
  readonly overrides: readonly SoftOverride[];
  readonly budgets: Readonly<Record<string, CapabilityBudget>>;
  readonly pinned: ReadonlySet<string>;
  /** The rules in force before any has expired, in their order. */
  readonly rules: readonly CompiledRule[];
}

/** Documents are bounded by the number of their rules, not by the bound of a value. */
const BOUNDS = freeze({ maxDepth: 16, maxNodes: 4_000_000, maxChars: 64_000_000 });

let openGuardrails: (value: unknown) => Compiled | null;

/** A compiled policy; what it holds only the engine can open. */
export class Guardrails {
  readonly #compiled: Compiled;

  constructor(document: GuardrailDocumentInput | GuardrailDocument) {
    if (new.target !== Guardrails)
      throw new KernelFault('final_class', 'Guardrails cannot be extended');
    this.#compiled = compile(readDocument(document));
    freeze(this);
  }

  static {
    openGuardrails = (value) =>
      typeof value === 'object' && value !== null && #compiled in value ? value.#compiled : null;
  }

  /** The document that it was made of, checked and with its defaults; frozen. */
  get document(): GuardrailDocument {
    return this.#compiled.document;
  }
}

freeze(Guardrails.prototype);
freeze(Guardrails);

export { openGuardrails };

/** Asks whether a value is a policy that this kernel compiled. */
export function isGuardrails(value: unknown): value is Guardrails {
  return openGuardrails(value) !== null;
}

/** Throws unless this kernel compiled a policy. @throws KernelFault `config_malformed` */
export function assertGuardrails(given: object): asserts given is Guardrails {
  if (openGuardrails(given) === null)
    throw new KernelFault('config_malformed', '`guardrails` were not made by `compileGuardrails`');
}

/**
 * Checks and compiles a policy document.
 * @throws KernelFault `config_malformed` that names the place
 */
export function compileGuardrails(
  document: GuardrailDocumentInput | GuardrailDocument,
): Guardrails {
  return new Guardrails(document);
}

/** A document without a rule: defaults decide. */
export const noGuardrails: Guardrails = compileGuardrails({ version: 1 });

function malformed(message: string): KernelFault {
  return new KernelFault('config_malformed', message);
}

function readDocument(given: GuardrailDocumentInput | GuardrailDocument): GuardrailDocument {
  let copy: unknown;
  try {
    copy = snapshot(given, BOUNDS);
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    throw malformed(`policy: ${error.message}`);
  }
  const parsed = guardrailDocumentSchema.safeParse(copy);
  if (parsed.success) return snapshot(parsed.data, BOUNDS) as unknown as GuardrailDocument;
  const issue = parsed.error.issues[0];
  const place = ['policy', ...(issue?.path ?? [])].join('.');
  throw malformed(`${place}: ${issue?.message ?? 'malformed'}`);
}

function compile(document: GuardrailDocument): Compiled {
  const rules = [...templateRules(document.template), ...document.rules, ...document.managed];
  assertOwnIds(rules);
  const compiled = rules.map(compileRule);
  const advisory = compiled.filter(({ rule }) => rule.enforcement === 'advisory');
  const deciding = compiled.filter(({ rule }) => rule.enforcement !== 'advisory');
  // INV-R2: the managed tier only tightens; an allow of it says nothing.
  const counting = deciding.filter(
    ({ rule }) => rule.scope !== 'managed' || rule.decision !== 'allow',
  );
  return freeze({
    document,
    // INV-R3: what is advisory stands where nothing decides.
    scopes: byScope(counting),
    advisory: advisory.length === 0 ? null : byScope(advisory),
    never: neverOf(document),
    overrides: document.overrides,
    budgets: document.budgets,
    pinned: new Set(document.pinned),
    rules: freeze(compiled),
  });
}

function assertOwnIds(rules: readonly GuardrailRule[]): void {
  const ids: Record<string, true> = createRecord() as Record<string, true>;
  for (const { id } of rules) {
    if (/^(?:(?:default|preset|never|autonomy|safety|confirm)\.|net:)/u.test(id))
      throw malformed(`rule \`${id}\` has the name of something built in`);
    if (hasOwn(ids, id)) throw malformed(`two rules are called \`${id}\``);
    ids[id] = true;
  }
}

function byScope(rules: readonly CompiledRule[]): Readonly<Record<string, ScopeRules>> {
  const scopes: Record<string, ScopeRules> = createRecord();
  for (const compiled of rules) {
    const { rule } = compiled;
    let scope = hasOwn(scopes, rule.scope) ? scopes[rule.scope] : undefined;
    if (scope === undefined) {
      scope = emptyScope();
      scopes[rule.scope] = scope;
    }
    if (rule.class === undefined) scope.commands.add(compiled);
    else scope.classes[rule.class].add(compiled);
  }
  return freeze(scopes);
}

function emptyScope(): ScopeRules {
  const classes = Object.fromEntries(actionClasses.map((name) => [name, new ClassRules()]));
  return freeze({
    classes: freeze(classes as Record<ActionClass, ClassRules>),
    commands: new CommandRules(),
  });
}

function neverOf({ never }: GuardrailDocument): Compiled['never'] {
  const [paths, refs, hosts] = patternDimensions.map((dimension) =>
    compilePatterns(dimension, never[dimension], `never ${dimension}`),
  );
  return freeze({ paths: paths ?? [], refs: refs ?? [], hosts: hosts ?? [] });
}

/** What is left to the agent in a space. */
export function spaceAutonomy({ document }: Compiled, space: string | null): Autonomy {
  const { autonomy } = document;
  if (space !== null && hasOwn(autonomy.spaces, space))
    return autonomy.spaces[space] ?? 'proposeOnly';
  return autonomy.default;
}

/** Whether the mode preset and `proposeOnly` leave the tool of an action alone. */
export function isPinned({ pinned }: Compiled, { tool }: Action): boolean {
  return tool !== null && pinned.has(tool);
}
