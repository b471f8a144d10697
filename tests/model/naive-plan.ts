/** The one static check that generated plans may fail. */
import type { Plan } from '../../schemas/index.js';

const REF = /"kind":"ref","ref":"(\w+)"/g;

/** Asks whether every step refers to earlier steps only. */
export function refersBackwards({ steps }: Plan): boolean {
  const known = new Set<string>();
  for (const step of steps) {
    for (const [, ref = ''] of JSON.stringify(step).matchAll(REF))
      if (!known.has(ref)) return false;
    known.add(step.id);
  }
  return true;
}
