/** What the value of a step may well have: where later steps of a generated plan can refer to. */
import type { Step } from '../../../schemas/index.js';

export interface Made {
  readonly id: string;
  readonly paths: readonly string[];
  /** Paths to lists; the empty one is the whole value. */
  readonly lists: readonly string[];
}

const RESULT_PATHS = ['id', 'id', 'text', 'text', 'from', 'items', 'items.0.id', 'items.0.text'];
const ITEM_PATHS = ['id', 'text', 'from'];
const LISTED = ['filter', 'sort', 'take', 'distinct', 'difference'];
const PICKED = ['select', 'least', 'most'];

/** What the value of a step may well have. */
export function madeBy(step: Step, made: readonly Made[]): Made {
  const { id } = step;
  const of = (paths: readonly string[], lists: readonly string[] = []): Made => {
    return { id, paths, lists };
  };
  switch (step.kind) {
    case 'const':
    case 'subkernel':
      return of([]);
    case 'tool':
      return of(RESULT_PATHS, ['items']);
    case 'when':
      return of(RESULT_PATHS);
    case 'q_parse':
      return of(step.schema_ref === 'words' ? ['text', 'sure'] : []);
    case 'compute':
      if (PICKED.includes(step.fn)) return of(ITEM_PATHS);
      if (LISTED.includes(step.fn)) return of(['0', '0.id', '0.text'], ['']);
      return of([], ['pluck', 'split', 'flatten', 'rank', 'group'].includes(step.fn) ? [''] : []);
    case 'map':
      return of(['0'], ['']);
    case 'merge': {
      const below = (name: 'x' | 'y'): readonly string[] => {
        const input = step.inputs[name];
        if (input?.kind !== 'ref' || input.path !== undefined) return [name];
        const inner = made.find((one) => one.id === input.ref)?.paths ?? [];
        return [name, ...inner.map((path) => `${name}.${path}`)];
      };
      return of([...below('x'), ...below('y')]);
    }
  }
}
