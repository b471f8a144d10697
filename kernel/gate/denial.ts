/** Builds denials: the mend comes from the code, the remedies from the stage. */
import {
  type Code,
  codes,
  type Denial,
  type RefusedEdge,
  type Remedy,
  type StageAnswer,
  type StageName,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';

/** What a stage says when it refuses; `reason` holds ids, pointers and sources, never values. */
export interface Refusal {
  readonly stage: StageName;
  readonly code: Code;
  readonly reason: string;
  readonly remedies?: readonly Remedy[];
  readonly edge?: RefusedEdge;
}

/** Makes a denial as a value. */
export function makeDenial({ stage, code, reason, remedies = [], edge }: Refusal): Denial {
  const moves = freeze(remedies.map((remedy) => freeze(remedy)));
  const said = { code, stage, reason, mend: codes[code].mend, remedies: moves };
  return freeze(edge === undefined ? said : { ...said, edge: freeze(edge) });
}

/** Makes the answer of a stage that refuses. */
export function refuse(refusal: Refusal): Extract<StageAnswer, { outcome: 'deny' }> {
  return freeze({ stage: refusal.stage, outcome: 'deny', denial: makeDenial(refusal) });
}
