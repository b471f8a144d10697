/** Plays one case on a subject and keeps everything that it did, in order. */
import type { Json, JsonObject, Plan } from '../../schemas/index.js';
import { asJson } from './as-json.js';
import type { ParseSchemaName } from './scene/tool-schemas.js';
import type { ToolSketch } from './scene/tool-sketch.js';
import { parsedAs, planFor, resultOf } from './scene/world.js';
import type { Answer, Case, Ending, Evidence, Stage, Subject, Watcher } from './subject.js';
import { Violation } from './violation.js';

/** One thing that a subject did. */
export type Deed =
  | {
      readonly kind: 'admit';
      readonly call: string;
      readonly tool: string;
      readonly evidence: Evidence;
    }
  | { readonly kind: 'call'; readonly call: string; readonly tool: string; readonly args: Json }
  | { readonly kind: 'plan'; readonly sees: unknown; readonly content: Json | undefined }
  | { readonly kind: 'parse'; readonly sees: unknown }
  | { readonly kind: 'ask'; readonly tool: string }
  | { readonly kind: 'watch'; readonly sees: unknown };

export interface Played {
  readonly ending: Ending;
  readonly deeds: readonly Deed[];
  /** The calls among the deeds. */
  readonly calls: readonly Called[];
}

export interface Called {
  readonly sketch: ToolSketch;
  readonly args: Json;
  /** Begins the same run on the host that is in the middle of this call. */
  readonly again?: () => Promise<unknown>;
}

/** How the outside is other than honest. */
export interface Scenery {
  /** Chooses every byte that outsiders choose. */
  readonly salt: number;
  /** Rulings in order; past the end everything is denied. */
  readonly rulings: readonly Answer[];
  readonly call?: (called: Called, honest: () => Json, nth: number) => unknown;
  readonly plan?: (content: Json | undefined, honest: () => Plan, nth: number) => unknown;
  readonly parse?: (schema: string, source: Json, honest: () => Json, nth: number) => unknown;
  readonly admit?: (nth: number) => void;
  readonly ask?: (nth: number) => Answer;
  readonly watch?: (sees: unknown, nth: number) => unknown;
}

/** Milliseconds after which a run counts as endless. */
const PATIENCE = 30_000;

/**
 * Plays one case.
 * @throws Violation where the run does not end, or the subject fails instead of ending it
 */
export async function play(subject: Subject, given: Case, scenery: Scenery): Promise<Played> {
  const deeds: Deed[] = [];
  const ending = await endingOf(subject, given, makeStage(given, scenery, deeds));
  const calls = deeds.flatMap((deed): Called[] => {
    if (deed.kind !== 'call') return [];
    const { tool, args } = deed;
    return [{ sketch: sketchOf(given, tool), args }];
  });
  return { ending, deeds: [...deeds], calls };
}

/**
 * Waits for the end of a run.
 * @throws Violation where it does not end, or the subject fails instead of ending it
 */
export async function endingOf(subject: Subject, given: Case, stage: Stage): Promise<Ending> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation('the run does not end')), PATIENCE);
  });
  try {
    return await Promise.race([subject.play(given, stage), late]);
  } catch (error) {
    if (error instanceof Violation) throw error;
    throw new Violation(`the subject failed instead of ending the run: ${named(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

function named(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : typeof error;
}

function sketchOf({ situation }: Case, tool: string): ToolSketch {
  const sketch = situation.tools.find(({ spec }) => spec.name === tool);
  if (sketch === undefined) throw new Violation(`\`${tool}\` was called, which is no tool`);
  return sketch;
}

function makeStage(given: Case, scenery: Scenery, deeds: Deed[]): Stage {
  const world = { salt: scenery.salt };
  const counts = { call: 0, plan: 0, parse: 0, admit: 0, ask: 0, watch: 0 };
  const next = (what: keyof typeof counts): number => {
    counts[what] += 1;
    return counts[what];
  };
  const { plan, innerPlans } = given.situation;
  return {
    admit(call, tool, evidence) {
      scenery.admit?.(next('admit'));
      deeds.push({ kind: 'admit', call, tool, evidence });
    },
    call(call, tool, given_, again) {
      const args = asJson(given_);
      deeds.push({ kind: 'call', call, tool, args });
      const sketch = sketchOf(given, tool);
      const honest = (): Json => resultOf(sketch, args as JsonObject, world);
      const nth = next('call');
      const called = { sketch, args, ...(again === undefined ? {} : { again }) };
      return scenery.call === undefined ? honest() : scenery.call(called, honest, nth);
    },
    plan(sees, content) {
      deeds.push({ kind: 'plan', sees, content });
      const honest = (): Plan => (content === undefined ? plan : planFor(content, innerPlans));
      const nth = next('plan');
      return scenery.plan === undefined ? honest() : scenery.plan(content, honest, nth);
    },
    parse(sees, schema, source) {
      deeds.push({ kind: 'parse', sees });
      const honest = (): Json => parsedAs(schema as ParseSchemaName, source, world);
      const nth = next('parse');
      if (scenery.parse === undefined) return honest();
      return scenery.parse(schema, source, honest, nth);
    },
    ask(tool) {
      deeds.push({ kind: 'ask', tool });
      const nth = next('ask');
      return scenery.ask === undefined ? (scenery.rulings[nth - 1] ?? 'deny') : scenery.ask(nth);
    },
    watch(_watcher: Watcher, sees) {
      deeds.push({ kind: 'watch', sees });
      return scenery.watch?.(sees, next('watch'));
    },
  };
}
