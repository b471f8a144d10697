/**
 * What a planner may see (behaviour K-1): the query, the catalogue, fact names; content only in a
 * sub-kernel.
 */
import type { Code } from './codes.js';
import type { Effect } from './declared-effect.js';
import type { Json } from './json.js';

export interface CatalogueTool {
  readonly name: string;
  readonly description: string;
  readonly effect: Effect;
  readonly capabilities: readonly string[];
  readonly input: object;
  readonly output: object;
}

export interface CatalogueSchema {
  readonly name: string;
  readonly schema: object;
}

export interface FactName {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'null' | 'list' | 'record';
}

/**
 * One thing that was wrong with the planner's previous output: a code and where, in its own words.
 */
export interface PlanProblem {
  readonly code: Code;
  readonly at: string;
}

export interface PlannerContext {
  readonly query: string;
  readonly tools: readonly CatalogueTool[];
  readonly schemas: readonly CatalogueSchema[];
  readonly facts: readonly FactName[];
  readonly grant: readonly string[];
  /** Only in a sub-kernel: the content it was made to read. Its planner is tainted by it. */
  readonly content?: Json;
  /** Only in the one repair round: the planner's own output and what was wrong with it. */
  readonly repair?: { readonly previous: Json; readonly problems: readonly PlanProblem[] };
}

export interface ParseRequest {
  readonly source: Json;
  readonly instruction: string;
  readonly schemaName: string;
  /** JSON Schema of the answer. */
  readonly schema: object;
}
