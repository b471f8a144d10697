/**
 * The stages of the gate, read off the architecture page one after another: the reference for
 * kernel/gate. It shares the schemas with the kernel and nothing else.
 */
import type { Code, DeclassCondition, Json, JsonObject } from '../../schemas/index.js';
import type { Checked, NaiveCall, NaiveVerdict } from './naive-call.js';
import { naiveDeclass } from './naive-declass.js';
import {
  failuresOf,
  isFixed,
  isNaivelyDecided,
  recipientsOf,
  type Unit,
  unitsOf,
} from './naive-flow.js';
import { naivePath } from './naive-guard.js';
import { naiveControl } from './naive-label.js';
import { naiveRelabel, sortedText } from './naive-relabel.js';

function deny(stage: string, code: Code): NaiveVerdict {
  return { outcome: 'deny', stage, code };
}

/** The output of the input schema as the arguments, or the code of the refusal. */
function normalise({ input, args, tree }: NaiveCall): Checked | Code {
  const first = input.safeParse(args);
  if (!first.success) {
    const isUnknown = first.error.issues[0]?.code === 'unrecognized_keys';
    return isUnknown ? 'schema_unknown_key' : 'schema_invalid';
  }
  const out = JSON.parse(JSON.stringify(first.data)) as JsonObject;
  if (sortedText(out) === sortedText(args)) return { args, tree };
  const second = input.safeParse(out);
  const isStable = second.success && sortedText(second.data as Json) === sortedText(out);
  if (!isStable) return 'schema_not_idempotent';
  const labelled = naiveRelabel(args, tree, out);
  return labelled === null ? 'schema_unknown_key' : { args: out, tree: labelled };
}

/** What a release under a rule is charged: the most that any of its bounds is about. */
function chargeOf(when: DeclassCondition, bits: number, valueBits: number): number {
  if ('capacity' in when) return when.of === 'value' ? valueBits : bits;
  const parts = 'all' in when ? when.all : 'any' in when ? when.any : [];
  return Math.max(0, ...parts.map((part) => chargeOf(part, bits, valueBits)));
}

/** What the argument that a unit is of carries, unless the schema changed it. */
function carriedBy(pointer: string, { bits, args }: NaiveCall, checked: Checked): number {
  if (pointer === 'decision') return 1;
  const name = pointer.split('/')[1] ?? '';
  const isKept = checked.args === args || checked.args[name] === args[name];
  return isKept ? (bits.get(name) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/** Labels against what is disclosed, each failure put before the release rules. */
function provenance(call: NaiveCall, checked: Checked): NaiveVerdict {
  const { spec, decision, rules } = call;
  const charges: [string, number][] = [];
  const leaves = spec.effect === 'write' || (spec.effect === 'read' && spec.egress === true);
  if (!leaves) return { outcome: 'allow', checked, charges };
  const to = recipientsOf(call, checked);
  const found: (readonly [Pick<Unit, 'pointer' | 'label' | 'value'>, readonly Code[]])[] = unitsOf(
    checked,
    spec.args ?? {},
  ).map((unit) => [unit, failuresOf(unit, call, to)]);
  const label = naiveControl(decision, call.guard);
  // Content may say whether, where all that is sent is the user's or the host's.
  const isOpen = found.length > 0 && found.every(([unit]) => isFixed(unit as Unit));
  if (!isNaivelyDecided(isOpen ? decision : label))
    found.push([{ pointer: 'decision', label, value: null }, ['decision_tainted']]);
  let denied: NaiveVerdict | null = null;
  let asks = false;
  for (const [unit, failures] of found) {
    if (failures.length === 0) continue;
    const { pointer: argument, label, value } = unit;
    const bits = argument === 'decision' ? 1 : Number.POSITIVE_INFINITY;
    const valueBits = carriedBy(argument, call, checked);
    const spent: Record<string, number> = { ...call.spent };
    for (const [rule, charge] of charges) spent[rule] = (spent[rule] ?? 0) + charge;
    const recipients = to.kind === 'capabilities' ? null : to.names;
    const shared = { tool: spec.name, argument, label, value, recipients, spent };
    const subject = { ...shared, ...checked, bits, valueBits, facts: call.facts };
    const { answer, rule } = naiveDeclass(rules, subject);
    const isControl = (code: Code): boolean => /control_tainted|target_unanchored/.test(code);
    const lifted =
      answer === 'release' ? () => true : answer === 'release_control' ? isControl : null;
    const when = rules.find(({ id }) => id === rule)?.when;
    if (lifted !== null && when !== undefined && rule !== null)
      charges.push([rule, chargeOf(when, bits, valueBits)]);
    const left = failures.filter((code) => lifted?.(code) !== true)[0];
    if (left === undefined) continue;
    if (answer === 'ask') asks = true;
    else denied ??= deny('provenance', answer === 'deny' && rule ? 'declassify_denied' : left);
  }
  return denied ?? { outcome: asks ? 'ask' : 'allow', checked, charges };
}

/** Decides one call: guard, capability, schema, guard again, provenance. */
export function naiveDecide(call: NaiveCall): NaiveVerdict {
  const { spec, authority, home } = call;
  if (naivePath(call.args, home) !== null) return deny('guard', 'guard_forbidden_path');
  if (!spec.capabilities.every((name) => authority.includes(name)))
    return deny('capability', 'capability_missing');
  const checked = normalise(call);
  if (typeof checked === 'string') return deny('schema', checked);
  if (naivePath(checked.args, home) !== null) return deny('guard', 'guard_forbidden_path');
  return provenance(call, checked);
}
