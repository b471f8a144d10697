/**
 * One action as the policy engine sees it: its classes, and what it names in each dimension. Data
 * only.
 */
import type { ActionClass, Autonomy, ConversationMode } from './action-class.js';
import type { SafetyMode } from './safety-mode.js';

/** A dimension that rules speak of; `none` takes an argument out of the conventional keys. */
export const argumentDimensions = Object.freeze([
  'path',
  'ref',
  'host',
  'command',
  'count',
  'cents',
  'none',
] as const);
export type ArgumentDimension = (typeof argumentDimensions)[number];

/**
 * What an action names in one dimension. `open`: there is more that nobody can tell; `every`: it
 * touches all there are.
 */
export interface Facet {
  readonly values: readonly string[];
  readonly reach: 'listed' | 'open' | 'every';
}

/** One simple command, as it would run. */
export interface ActionCommand {
  /** Its words after unquoting, wrappers taken off; null for a word that nobody knows. */
  readonly words: readonly (string | null)[];
  /** The whole text as it was given, where it is this one command and nothing else. */
  readonly text: string | null;
}

/** A dimension is null where the action says nothing of it. */
export interface Action {
  /** Name of the tool; null where none is meant (a probe). */
  readonly tool: string | null;
  readonly classes: readonly ActionClass[];
  readonly commands: readonly ActionCommand[];
  /** Some of its commands could not be read. */
  readonly isOpaque: boolean;
  /** Absolute paths, links resolved, in NFC. */
  readonly paths: Facet | null;
  /** Short names of branches and tags: `main`, never `refs/heads/main`. */
  readonly refs: Facet | null;
  /** Host names in lower case and ASCII, addresses in their one spelling. */
  readonly hosts: Facet | null;
  readonly count: number | null;
  readonly cents: number | null;
}

/** Where an action stands: whose rules apply and how much is left to the agent. */
export interface Standing {
  readonly space: string | null;
  readonly agent: string | null;
  readonly mode: ConversationMode;
  /** Overrides what the policy says of the space, where it is lower; null to leave it. */
  readonly autonomy: Autonomy | null;
  /** How much is asked beside the policy (behaviour A-5). */
  readonly safety: SafetyMode;
  /** The user's own click: what would ask passes, what is denied stays so (behaviour G-48). */
  readonly isOperator: boolean;
}
