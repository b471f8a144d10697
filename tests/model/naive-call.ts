/** A call as the stages of the reference gate see it, and what they make of it. */
import type { z } from 'zod';
import type { Code, DeclassRule, JsonObject, ToolSpecInput } from '../../schemas/index.js';
import type { NaiveFact } from './naive-declass.js';
import type { NaiveLabel } from './naive-label.js';
import type { NaiveTree } from './naive-tree.js';

export interface NaiveCall {
  readonly spec: ToolSpecInput;
  readonly input: z.ZodType;
  readonly args: JsonObject;
  readonly tree: NaiveTree;
  readonly decision: NaiveLabel;
  /** Who had a say in the guard of a `when`. */
  readonly guard: readonly string[];
  readonly authority: readonly string[];
  readonly principal: string;
  readonly home: string;
  readonly facts: ReadonlyMap<string, NaiveFact>;
  readonly rules: readonly DeclassRule[];
  readonly spent: Readonly<Record<string, number>>;
  /** What each argument carries. */
  readonly bits: ReadonlyMap<string, number>;
}

/** Arguments that passed the schema. */
export interface Checked {
  readonly args: JsonObject;
  readonly tree: NaiveTree;
}

export type NaiveVerdict =
  | { readonly outcome: 'deny'; readonly stage: string; readonly code: Code }
  | {
      readonly outcome: 'allow' | 'ask';
      readonly checked: Checked;
      readonly charges: readonly (readonly [string, number])[];
    };

export type ArgSpec = NonNullable<ToolSpecInput['args']>[string];
