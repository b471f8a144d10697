/**
 * What the kit tests, and what it plays: a subject runs plans; everything outside of it (tools,
 * models, people, the record) is the stage, which the kit is.
 */
import type { Code, Json, RunLimits, RunStatus, Step } from '../../schemas/index.js';
import type { Situation } from './scene/situation.js';

/** A model that looks at calls and may tighten what is decided of them, and nothing else. */
export type Watcher = 'judge' | 'reviewer';

/** What a run is to keep to, beside what its situation says. */
export interface Settings {
  readonly principal: string;
  readonly home: string;
  readonly limits: RunLimits;
  /** `strict`: whatever a selection compared counts as having chosen, too. */
  readonly selection: 'unique' | 'strict';
  /** Whether somebody can be asked. */
  readonly hasApprover: boolean;
  /** Whether the plan comes from the planner, who is to be asked, or from the host. */
  readonly isPlanned: boolean;
  /** Who looks at the calls of the run. Default: nobody. */
  readonly watcher?: Watcher;
}

/** One run to be made. */
export interface Case {
  readonly situation: Situation;
  readonly settings: Settings;
}

/**
 * What a subject records of a call before it makes it: the arguments themselves, or the
 * HMAC-SHA-256 (hex) of their canonical JSON under a key of 64 hex characters.
 */
export type Evidence = { readonly args: Json } | { readonly digest: string; readonly key: string };

/** `other`: a ruling that speaks of other bytes than it was asked about. */
export type Answer = 'allow' | 'deny' | 'other';

/** Everything that is outside of the subject. What it throws is a failure of that thing. */
export interface Stage {
  /** Takes a record; a call that was not recorded may not run. */
  admit(call: string, tool: string, evidence: Evidence): void | Promise<void>;
  /**
   * Runs a tool: what it returns, or a promise of it, is whatever a tool may return. `again`, where
   * the subject gives it, begins the same run on the very host that is in the middle of this call,
   * as a tool that got hold of that host would.
   */
  call(call: string, tool: string, args: unknown, again?: () => Promise<unknown>): unknown;
  /** The planner's plan. `sees`: all that the planner is shown; `content`: what it has read. */
  plan(sees: unknown, content: Json | undefined): unknown;
  /** The parser's value for a schema. `sees`: all that the parser is shown. */
  parse(sees: unknown, schema: string, source: Json): unknown;
  /** Somebody's ruling on a call. */
  ask(tool: string): Answer | Promise<Answer>;
  /** What a watcher says of a call. `sees`: all that it is shown. */
  watch?(watcher: Watcher, sees: unknown): unknown;
}

/** What a subject decided of one call. */
export interface Decided {
  readonly tool: string;
  readonly outcome: 'allow' | 'deny';
  /** The stage that denied, where the subject tells it. */
  readonly stage: string | null;
  readonly code: Code | null;
}

/** How a run ended. */
export interface Ending {
  readonly status: RunStatus;
  readonly code: string | null;
  /** Null where nothing was put out. */
  readonly output: Json | null;
  readonly decisions: readonly Decided[];
}

/** What a subject can be given. */
export interface Takes {
  readonly steps: readonly Step['kind'][];
  /** `any`: input schemas that change what they read, as zod's can. */
  readonly schemas: 'checking' | 'any';
  /** Steps marked as parallel. */
  readonly parallel: boolean;
  /** Values that are no JSON: it runs in this process. */
  readonly inProcess: boolean;
  /** It decides exactly as the reference does, and never more strictly. */
  readonly exact: boolean;
  /** Watchers that it can be given. Default: none. */
  readonly watchers?: readonly Watcher[];
}

/** Anything that runs plans with given tools. */
export interface Subject {
  readonly name: string;
  readonly takes: Takes;
  /** Makes one run, with nothing left of earlier ones. */
  play(given: Case, stage: Stage): Promise<Ending>;
  close?(): Promise<void>;
}

/** Kinds of steps that every subject takes. */
export const coreSteps = ['const', 'tool', 'merge', 'q_parse', 'subkernel'] as const;

export type { Situation };
