/**
 * A suite as something to run: its tools, over an environment that is put in place anew for each
 * run. A suite's folder gives the parts; here they become a `Suite`.
 */
import type { z } from 'zod';
import { type DefinitionInput, defineTool, type Fact, type Tool } from '../../hosts/index.js';
import type { Json, JsonObject, ToolSpec } from '../../schemas/index.js';
import type { SuiteName } from './suite-data.js';

export type { SuiteName } from './suite-data.js';

/** One suite: its tools, built once, over an environment that is put in place anew for each run. */
export interface Suite {
  readonly name: SuiteName;
  readonly tools: readonly Tool[];
  /** The same callables without a kernel, for replays. */
  readonly functions: Readonly<Record<string, (args: JsonObject) => Json>>;
  /** Who the run is for. */
  readonly principal: string;
  /** Facts of a run in the environment as it stands: own addresses, today, own account. */
  readonly facts: () => Readonly<Record<string, Fact>>;
  /** Takes a copy of the environment; throws if it is not one of this suite. */
  readonly load: (environment: JsonObject) => void;
  /** The environment as it stands now, in the form of the data. */
  readonly environment: () => JsonObject;
  /** Every call of a tool since the environment was put in place, in order. */
  readonly calls: () => readonly SuiteCall[];
}

/** One call of a tool, as it reached the tool. */
export interface SuiteCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** What is declared of a tool; undefined if the suite has none of that name. */
export function specOf(tool: string, suite: Suite): ToolSpec | undefined {
  return suite.tools.find(({ name }) => name === tool)?.definition.spec;
}

/** Asks whether a call of a tool writes, or takes its arguments to somebody. */
export function leaves({ effect, egress }: ToolSpec): boolean {
  return effect === 'write' || egress;
}

/** What is declared of a tool's result, by pointer. */
export type ResultFields = NonNullable<DefinitionInput['result']>;
/** What is declared of one part of a result. */
export type ResultField = ResultFields[string];

/** One tool of a suite: what is declared of it, and what it does. */
export interface SuiteTool {
  readonly definition: DefinitionInput;
  readonly run: (args: JsonObject) => Json;
}

/** Binds a declaration to a function that gets the arguments as the input schema types them. */
export function suiteTool<Input extends z.ZodType>(
  definition: DefinitionInput & { readonly input: Input },
  run: (args: z.output<Input>) => Json,
): SuiteTool {
  return { definition, run: (args) => run(definition.input.parse(args)) };
}

/** What a suite's folder gives. */
export interface SuiteParts<Environment> {
  readonly name: SuiteName;
  readonly principal: string;
  readonly environment: z.ZodType<Environment>;
  /** The tools over the environment as `now` gives it; they may change it. */
  readonly tools: (now: () => Environment) => readonly SuiteTool[];
  readonly facts: (environment: Environment) => Readonly<Record<string, Fact>>;
}

/** Builds a suite; until an environment is loaded its tools throw. */
export function assembleSuite<Environment>(parts: SuiteParts<Environment>): Suite {
  let environment: Environment | undefined;
  const now = (): Environment => {
    if (environment === undefined) throw new Error(`no environment is loaded: ${parts.name}`);
    return environment;
  };
  const tools = parts.tools(now);
  let calls: SuiteCall[] = [];
  // The same environment is put in place thousands of times: it is checked once.
  const checked = new WeakMap<JsonObject, string>();
  const checkedText = (given: JsonObject): string => {
    const known = checked.get(given);
    if (known !== undefined) return known;
    const text = JSON.stringify(parts.environment.parse(given));
    checked.set(given, text);
    return text;
  };
  return {
    name: parts.name,
    principal: parts.principal,
    // A result is a copy: whoever holds it sees no later change and can make none.
    functions: Object.fromEntries(
      tools.map(({ definition, run }) => [
        definition.name,
        (args: JsonObject) => structuredClone(run(structuredClone(args))),
      ]),
    ),
    tools: tools.map(({ definition, run }) =>
      defineTool({
        ...definition,
        run: (given) => {
          const args = given as JsonObject;
          calls.push({ tool: definition.name, args });
          return structuredClone(run(structuredClone(args)));
        },
      }),
    ),
    facts: () => parts.facts(now()),
    load: (given) => {
      environment = JSON.parse(checkedText(given)) as Environment;
      calls = [];
    },
    environment: () => structuredClone(now()) as JsonObject,
    calls: () => calls,
  };
}
