/**
 * Which parts of the arguments may not leave, and why: the reference for kernel/provenance/flow.ts.
 */
import type { Code, Json } from '../../schemas/index.js';
import type { ArgSpec, Checked, NaiveCall } from './naive-call.js';
import { naiveEmail, naiveParts } from './naive-declass.js';
import type { NaiveLabel } from './naive-label.js';
import { type Declared, declaredFor, declaredOf } from './naive-pattern.js';
import { type NaiveTree, naiveFlat, naiveSelect, partsOf } from './naive-tree.js';

export interface Unit {
  readonly pointer: string;
  readonly spec: ArgSpec;
  readonly label: NaiveLabel;
  readonly value: Json;
  readonly isShape: boolean;
}

const isOwn = (source: string): boolean => source === 'user' || source === 'host';
const isTainted = (source: string): boolean => !isOwn(source) && source !== 'planner';
const isAnchored = (source: string): boolean => /^(user|host|host:.*)$/s.test(source);
const isClean = (source: string): boolean => source === 'planner' || isAnchored(source);
const every = (items: Iterable<string>, test: (item: string) => boolean): boolean =>
  [...items].every(test);

/** The parts that are checked, containers before what they hold. */
export function unitsOf({ args, tree }: Checked, specs: Readonly<Record<string, ArgSpec>>): Unit[] {
  const out: Unit[] = [];
  const walk = (
    value: Json,
    at: NaiveTree,
    node: Declared<ArgSpec>,
    from: Unit | null,
    key: string,
  ) => {
    const spec = node.spec ?? from?.spec ?? {};
    const pointer = `${from?.pointer ?? ''}/${key}`;
    const isContainer = typeof value === 'object' && value !== null;
    const isShape = isContainer && (node.below.length > 0 || spec.handle !== undefined);
    const unit = { pointer, spec, value, isShape, label: isShape ? at.own : naiveFlat(at) };
    out.push(unit);
    if (!isShape) return;
    for (const [name, part] of partsOf(value)) {
      const kid = spec.role === 'content' ? naiveSelect(at, name) : at.kids.get(name);
      if (kid !== undefined) walk(part, kid, declaredFor(node, name), unit, name);
    }
  };
  for (const [key, value] of Object.entries(args)) {
    const kid = tree.kids.get(key);
    if (kid !== undefined) walk(value, kid, declaredFor(declaredOf(specs), key), null, key);
  }
  return out;
}

export interface Recipients {
  /** Null where nobody can tell; `malformed` where what is named is no recipient at all. */
  readonly names: readonly string[] | null;
  readonly malformed?: true;
  readonly kind: 'own' | 'principals' | 'capabilities';
}

/** Who will see what is sent. */
export function recipientsOf({ spec, principal }: NaiveCall, { args, tree }: Checked): Recipients {
  if (spec.sink === 'own') return { names: [principal], kind: 'own' };
  const { recipients } = spec;
  if (recipients === undefined) {
    return { names: spec.capabilities.map((name) => `cap:${name}`), kind: 'capabilities' };
  }
  const names: string[] = [];
  for (const { from, parse } of recipients) {
    for (const { value, label } of naiveParts(args, tree, from)) {
      const { sources, control, readers } = label;
      const isHandle = parse === 'handle' && sources.size === 1;
      const isOurs = (s: string): boolean => isOwn(s) || (isHandle && /^host:/.test(s));
      if (!every(sources, isOurs) || !every(control, isClean))
        return { names: null, kind: 'principals' };
      const isNamed = typeof value === 'string' && /^user:[^\s\p{Cc}\p{Cf}]+$/u.test(value);
      if (parse === 'handle') {
        if (readers === 'anyone' || ![...sources].every((s) => /^host:/.test(s)))
          return { names: null, kind: 'principals' };
        names.push(...readers);
      } else {
        const name = parse === 'email' ? naiveEmail(value) : isNamed ? value : null;
        if (name === null) return { names: null, kind: 'principals', malformed: true };
        names.push(name);
      }
    }
  }
  return { names: names.length === 0 ? null : names, kind: 'principals' };
}

/** Why a part may not leave, in the order that is reported. */
export function failuresOf(unit: Unit, call: NaiveCall, to: Recipients): readonly Code[] {
  const { sources, control, readers, subjects } = unit.label;
  const { role, handle } = unit.spec;
  const out: Code[] = [];
  if (role !== 'content') {
    const kind = unit.isShape ? undefined : handle;
    const isOurs = (s: string): boolean => (kind ? s === `host:${kind}` : isOwn(s));
    if (!every(sources, isOurs)) out.push(kind ? 'handle_required' : 'critical_untrusted');
    if (!every(control, isClean)) out.push('control_tainted');
    else if (call.spec.commit && !every(control, isAnchored)) out.push('target_unanchored');
  }
  const tainted = [...sources].some((s) => isTainted(s) && s !== `host:${handle}`);
  const isCovered =
    readers === 'anyone' ? !tainted : (to.names?.every((name) => readers.has(name)) ?? false);
  if (!isCovered || to.malformed)
    out.push(to.names === null ? 'recipient_unknown' : 'reader_excluded');
  const maySee = (s: string): boolean =>
    s === 'user' || s === call.principal || (s !== 'third_party' && to.names?.includes(s) === true);
  if (to.kind !== 'own' && !every(subjects, maySee)) out.push('third_party_subject');
  const isForeign = tainted || sources.has('planner');
  const isToOthers =
    to.kind === 'capabilities'
      ? readers === 'anyone'
      : to.names === null || to.names.some((name) => name !== call.principal);
  if (role === 'content' && isForeign && isToOthers) out.push('content_to_other');
  return out;
}

/** Asks whether nobody but the user and the host wrote a part, and nobody with content chose it. */
export function isFixed({ label }: Unit): boolean {
  return every(label.sources, isOwn) && every(label.control, isClean);
}

/** Asks whether the choice to act was made by something that had read content. */
export function isNaivelyDecided({ sources, control }: NaiveLabel): boolean {
  return every(sources, isOwn) && every(control, isClean);
}
