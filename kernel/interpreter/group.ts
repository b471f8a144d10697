/**
 * Which steps may overlap: consecutive ones marked `parallel` that neither write, nor send, nor
 * need each other.
 */
import { type Arg, mayOverlap, type Step } from '../../schemas/index.js';
import type { Session } from './session.js';

/** Takes the longest run of steps from here that may overlap and do not need each other. */
export function groupAt(steps: readonly Step[], at: number, session: Session): readonly Step[] {
  const first = steps[at] as Step;
  if (!isOverlapping(first, session)) return [first];
  const group = [first];
  const ids = new Set([first.id]);
  for (let i = at + 1; i < steps.length; i += 1) {
    const step = steps[i] as Step;
    if (!isOverlapping(step, session) || needsAny(step, ids)) break;
    group.push(step);
    ids.add(step.id);
  }
  return group;
}

function isOverlapping(step: Step, session: Session): boolean {
  if (step.kind === 'q_parse') return step.parallel === true;
  if (step.kind !== 'tool' || step.parallel !== true) return false;
  const definition = session.state.engine.dispatcher.definitions[step.tool];
  return definition !== undefined && mayOverlap(definition.spec);
}

function needsAny(step: Step, ids: ReadonlySet<string>): boolean {
  if (step.kind === 'q_parse') return refersTo(step.source, ids);
  return step.kind === 'tool' && Object.values(step.args).some((arg) => refersTo(arg, ids));
}

/** Follows the grammar of arguments: a field of a record may be called `kind` or `ref`. */
function refersTo(arg: Arg, ids: ReadonlySet<string>): boolean {
  if (typeof arg !== 'object' || arg === null) return false;
  if (Array.isArray(arg)) return arg.some((item: Arg) => refersTo(item, ids));
  const node = arg as Exclude<Arg, string | number | boolean | null | readonly Arg[]>;
  if (node.kind === 'record') {
    return Object.values(node.fields).some((field) => refersTo(field, ids));
  }
  return node.kind === 'ref' && ids.has(node.ref);
}
