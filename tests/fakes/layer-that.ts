/** Layers of the gate that answer as a test says. */
import type { GateLayer } from '../../kernel/index.js';
import type { Outcome, StageAnswer } from '../../schemas/index.js';

/** A layer that always answers so. */
export function layerThat(stage: GateLayer['stage'], outcome: Outcome): GateLayer {
  const answers: Readonly<Record<Outcome, StageAnswer>> = {
    allow: { stage, outcome: 'allow' },
    require_user: {
      stage,
      outcome: 'require_user',
      obligations: [{ source: stage, rule: `${stage}_asks`, reason: 'always' }],
    },
    deny: {
      stage,
      outcome: 'deny',
      denial: { stage, code: 'rules_denied', reason: 'always', mend: 'none', remedies: [] },
    },
  };
  return { stage, answer: () => answers[outcome] };
}

/** Layers that ask the user about every call. */
export const asking: readonly GateLayer[] = [layerThat('rules', 'require_user')];
