/** Guard, capability, schema, provenance: what each stage refuses, and what a rule releases. */
import type { Json } from '../../../schemas/index.js';
import type { Situation } from '../scene/situation.js';
import type { ToolSketch } from '../scene/tool-sketch.js';
import { entries, flat, type Mark, type Part } from './label.js';

export interface Call {
  readonly sketch: ToolSketch;
  readonly args: Part;
  /** Who decided that there is a call at all, and what they may use. */
  readonly by: { readonly decision: Mark; readonly grant: readonly string[] };
}
export type Verdict = 'allow' | 'ask' | 'guard' | 'capability' | 'schema' | 'provenance';

const isHidden = (value: Json): boolean =>
  entries(value)?.some(([, part]) => isHidden(part)) ?? /(^|\/)\.ssh(\/|$)/.test(`${value}`);
const isOurs = (source: string): boolean => source === 'user' || source === 'host';
const isMinted = (source: string): boolean => isOurs(source) || source.startsWith('host:');
const isClean = (source: string): boolean => source === 'planner' || isMinted(source);
const isOwn = ({ sources, control }: Mark): boolean =>
  [...sources].every(isOurs) && [...control].every(isClean);

type Readers = readonly string[] | 'unknown' | 'malformed';
/** Who reads what is sent. */
function readersOf({ sketch: { spec }, args }: Call, me: string): Readers {
  if (spec.sink === 'own') return [me];
  if (spec.recipients === undefined) return spec.capabilities.map((name) => `cap:${name}`);
  const to = args.kids?.get('to');
  if (to === undefined || !isOwn(flat(to))) return 'unknown';
  if (typeof to.value !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(to.value)) return 'malformed';
  return [`user:${to.value}`.replace(/@.*/, (domain) => domain.toLowerCase())];
}

type Sending = { readonly spec: ToolSketch['spec']; readonly to: Readers; readonly me: string };
type Spec = NonNullable<ToolSketch['spec']['args']>[string];
/** What is checked of an argument: the whole, or the shape and the parts of a handle. */
function unitsOf(at: string, part: Part, spec: Spec): { at: string; label: Mark; spec: Spec }[] {
  if (part.kids === null || spec.handle === undefined) return [{ at, label: flat(part), spec }];
  const below = [...part.kids].flatMap(([key, kid]) => unitsOf(`${at}/${key}`, kid, spec));
  return [{ at, label: part.own, spec: {} }, ...below];
}

/** Why a part may not leave: because of who chose it, or for anything else. */
function failureOf(label: Mark, { role, handle }: Spec, { spec, to, me }: Sending) {
  const { sources, control, readers, subjects } = label;
  const names = typeof to === 'string' ? null : to;
  const isHandle = (one: string): boolean => one === `host:${handle}`;
  const isForeign = ![...sources].every((s) => isOurs(s) || s === 'planner' || isHandle(s));
  const isRead = readers === 'anyone' ? !isForeign : names?.every((name) => readers.has(name));
  if (!isRead || to === 'malformed') return 'other';
  const maySee = (one: string): boolean =>
    one === 'user' || one === me || (one !== 'third_party' && names?.includes(one) === true);
  if (spec.sink !== 'own' && ![...subjects].every(maySee)) return 'other';
  if (role === 'content') {
    const isFiled = spec.sink !== 'own' && spec.recipients === undefined;
    const isSpread = isFiled ? readers === 'anyone' : names?.every((name) => name === me) !== true;
    return isSpread && (isForeign || sources.has('planner')) ? 'other' : null;
  }
  if (![...sources].every(handle === undefined ? isOurs : isHandle)) return 'other';
  return [...control].every(spec.commit === true ? isMinted : isClean) ? null : 'control';
}

/** What the strictest rule that holds says. */
function ruled({ policy }: Situation, tool: string, argument: string, label: Mark) {
  const holds = policy.filter(({ tool: of, argument: at, when }) => {
    const concerns = at === '*' ? argument !== 'decision' : at === argument;
    if (!concerns || (of !== '*' && of !== tool)) return false;
    if ('sources' in when) return [...label.sources].every((one) => when.sources.includes(one));
    return !('subjects' in when) || [...label.subjects].every((one) => when.subjects.includes(one));
  });
  const strictest = ['deny', 'ask', 'release_control', 'release'] as const;
  return strictest.find((then) => holds.some((rule) => rule.then === then)) ?? 'deny';
}

/** What the first stage that does not allow says of a call. */
export function decide(call: Call, situation: Situation, me: string): Verdict {
  const { args, by } = call;
  const { spec, fields } = call.sketch;
  if (isHidden(args.value)) return 'guard';
  if (!spec.capabilities.every((name) => by.grant.includes(name))) return 'capability';
  const fits = ([key, value]: readonly [string, Json]): boolean =>
    fields.some(({ name, kind }) => name === key && (kind === 'any' || typeof value === 'string'));
  if (entries(args.value)?.every(fits) !== true) return 'schema';
  if (spec.effect !== 'write' && spec.egress !== true) return 'allow';
  const sending: Sending = { spec, to: readersOf(call, me), me };
  const units = [...(args.kids ?? [])].flatMap(([key, part]) =>
    unitsOf(`/${key}`, part, spec.args?.[`/${key}`] ?? {}),
  );
  const found = units.map((unit) => ({
    ...unit,
    failure: failureOf(unit.label, unit.spec, sending),
  }));
  const failure = isOwn(by.decision) ? null : ('other' as const);
  found.push({ at: 'decision', label: by.decision, spec: {}, failure });
  const thens = found.map(({ at, label, failure }) => {
    const then = failure === null ? 'release' : ruled(situation, spec.name, at, label);
    return then === 'release_control' && failure === 'other' ? 'deny' : then;
  });
  return thens.includes('deny') ? 'provenance' : thens.includes('ask') ? 'ask' : 'allow';
}
