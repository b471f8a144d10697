/**
 * Puts the reviewer in its place: behind every other layer, in the safety mode `review` and in no
 * other.
 */
import { type GateLayer, makeReviewLayer } from '../../kernel/index.js';
import { type Reviewer, readSafetyMode } from '../../schemas/index.js';
import { scrubText } from '../vaglio/scrub.js';

/** What of a configuration says who reviews. */
export interface ReviewSettings {
  readonly safetyMode?: string;
  readonly reviewer?: Reviewer;
}

/**
 * Adds the layer of the reviewer where the mode calls for it; it is told a scrubbed purpose (C36).
 * @throws KernelFault `config_malformed`
 */
export function withReview(
  layers: readonly GateLayer[],
  { safetyMode, reviewer }: ReviewSettings,
): readonly GateLayer[] {
  if (safetyMode === undefined || readSafetyMode(safetyMode) !== 'review') return layers;
  const port = reviewer ?? undefined;
  const options = port === undefined ? { scrub: scrubText } : { scrub: scrubText, port };
  return [...layers, makeReviewLayer(options)];
}
