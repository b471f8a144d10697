/** The one static check that generated plans may fail. */
import type { Plan, Step } from '../../schemas/index.js';

const REF = /"kind":"ref","ref":"(\w+)"/g;
const EACH = '{"kind":"each"';

function refersTo(part: unknown, known: ReadonlySet<string>): boolean {
  return [...JSON.stringify(part).matchAll(REF)].every(([, ref = '']) => known.has(ref));
}

function isBackwards(
  steps: readonly Step[],
  before: ReadonlySet<string>,
  isInMap: boolean,
): boolean {
  const known = new Set(before);
  for (const step of steps) {
    if (step.kind === 'map') {
      if (!refersTo(step.over, known) || !isBackwards(step.steps, known, true)) return false;
    } else if (!refersTo(step, known)) return false;
    else if (!isInMap && JSON.stringify(step).includes(EACH)) return false;
    known.add(step.id);
  }
  return true;
}

/** Asks whether every step refers to earlier steps only. */
export function refersBackwards({ steps }: Plan): boolean {
  return isBackwards(steps, new Set(), false);
}

/** Every step of a plan, those inside maps after the map. */
export function everyStep({ steps }: Plan): readonly Step[] {
  return steps.flatMap((step): Step[] => (step.kind === 'map' ? [step, ...step.steps] : [step]));
}
