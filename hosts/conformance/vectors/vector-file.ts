/**
 * Files of the kit: vectors, and the example of a requirement that did not hold. One family: the
 * version, the kind, and JSON alone.
 */
import { z } from 'zod';
import type { Json } from '../../../schemas/index.js';
import { HostError } from '../../errors.js';
import { parseStrictJson } from '../../json/strict-json.js';
import type { Example } from '../example.js';
import {
  neutralSituation,
  neutralSituationSchema,
  situationOfNeutral,
} from '../scene/neutral-case.js';
import { type Vector, vectorSchema } from './vector.js';

/** Levels of lists and objects in a file. */
const MAX_DEPTH = 128;

const exampleSchema = z.strictObject({
  situation: neutralSituationSchema,
  salt: z.number().int().nonnegative(),
  rulings: z.array(z.enum(['allow', 'deny', 'other'])),
  knob: z.number().int().nonnegative(),
});

const vectorsSchema = z.strictObject({
  v: z.literal(1),
  kind: z.literal('sluice-vectors'),
  seed: z.number().int(),
  vectors: z.array(vectorSchema),
});

const counterexampleSchema = z.strictObject({
  v: z.literal(1),
  kind: z.literal('sluice-counterexample'),
  requirement: z.string(),
  title: z.string(),
  subject: z.string(),
  seed: z.number().int(),
  why: z.string(),
  example: exampleSchema,
  /** The same as a vector, where the requirement plays the example as it is. */
  vector: vectorSchema.nullable(),
});

const fileSchema = z.discriminatedUnion('kind', [vectorsSchema, counterexampleSchema]);

export interface Counterexample {
  readonly requirement: string;
  readonly title: string;
  readonly subject: string;
  readonly seed: number;
  readonly why: string;
  readonly example: Example;
  readonly vector: Vector | null;
}

export type KitFile =
  | { readonly kind: 'vectors'; readonly vectors: readonly Vector[] }
  | { readonly kind: 'counterexample'; readonly counterexample: Counterexample };

/** Vectors as text, one a line within one JSON object. */
export function vectorsText(vectors: readonly Vector[], seed: number): string {
  const lines = vectors.map((vector) => JSON.stringify(vector)).join(',\n');
  const head = `{"v":1,"kind":"sluice-vectors","seed":${seed},"vectors":[`;
  return `${head}\n${lines}\n]}\n`;
}

/** An example that shows a fault, as text. */
export function counterexampleText({ example, ...rest }: Counterexample): string {
  const { situation, ...other } = example;
  const written = { ...other, situation: neutralSituation(situation) };
  const file = { v: 1, kind: 'sluice-counterexample', ...rest, example: written };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Reads the text of a file of the kit.
 * @throws HostError `vectors_malformed`, and the codes of the strict parser
 */
export function parseKitFile(text: string): KitFile {
  const value: Json = parseStrictJson(text, { maxDepth: MAX_DEPTH });
  const { data, error } = fileSchema.safeParse(value);
  if (data === undefined) {
    const at = error.issues[0]?.path.join('.') ?? '';
    const where = at === '' ? 'its head' : `\`${at.slice(0, 100)}\``;
    throw new HostError('vectors_malformed', `neither vectors nor an example: ${where} is other`);
  }
  if (data.kind === 'sluice-vectors') return { kind: 'vectors', vectors: data.vectors };
  const { v: _, kind: __, example, ...rest } = data;
  const situation = situationOfNeutral(example.situation);
  return {
    kind: 'counterexample',
    counterexample: { ...rest, example: { ...example, situation } },
  };
}
