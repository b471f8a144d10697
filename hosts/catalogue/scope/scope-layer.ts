/**
 * The layer of the Gate that holds executors to their hints (behaviour T-33): it denies a call
 * whose path or host lies outside, before anything starts. Upholds INV-K6.
 */
import type { GateLayer } from '../../../kernel/index.js';
import { codes, type StageAnswer } from '../../../schemas/index.js';
import type { Catalogue } from '../catalogue.js';
import type { ScopeBound } from './executor-scope.js';

/**
 * Makes the layer of a catalogue, for `layers` of createKernel. Pure: paths lead where the kernel
 * followed them for this decision, and it follows them again right before the effect.
 */
export function scopeLayer({ executors }: Pick<Catalogue, 'executors'>): GateLayer {
  const scopes = new Map(executors.map(({ name, scope }) => [name, scope] as const));
  return Object.freeze({
    stage: 'rules',
    answer: ({ definition }, { args }, { paths }) => {
      const follow = (spelling: string): string | null =>
        Object.hasOwn(paths, spelling) ? (paths[spelling]?.real ?? null) : null;
      const outside = scopes.get(definition.spec.name)?.outside(args, follow) ?? null;
      return outside === null ? allowed : denied(outside);
    },
  } satisfies GateLayer);
}

const allowed: StageAnswer = Object.freeze({ stage: 'rules', outcome: 'allow' });

function denied({ capability, field }: ScopeBound): StageAnswer {
  const reason = `\`/${field}\` is not within the hints of \`${capability}\``;
  const { mend } = codes.scope_denied;
  const denial = { stage: 'rules', code: 'scope_denied', reason, mend, remedies: [] } as const;
  return { stage: 'rules', outcome: 'deny', denial };
}
