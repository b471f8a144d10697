/** A condition, and what a step refers to, as text of a plan line. */
import type { Condition, ConditionValue, Operand } from '../../schemas/index.js';

/** Shows what a step refers to: a step, a fact or the item at hand, and the path into it. */
export function operandText(of: Operand): string {
  return withPath(nameOf(of), of.path);
}

function nameOf(of: Operand): string {
  if (of.kind === 'fact') return `fact ${of.name}`;
  return of.kind === 'each' ? 'each' : of.ref;
}

function withPath(name: string, path: string | undefined): string {
  return path === undefined ? name : `${name}.${path}`;
}

/** Shows a condition; what holds together stands in brackets. */
export function conditionText(condition: Condition): string {
  if ('all' in condition) return `(${condition.all.map(conditionText).join(' and ')})`;
  if ('any' in condition) return `(${condition.any.map(conditionText).join(' or ')})`;
  if ('not' in condition) return `not ${conditionText(condition.not)}`;
  const { left, test, right } = condition;
  return `${valueText(left)} ${test.replaceAll('_', ' ')} ${valueText(right)}`;
}

function valueText(value: ConditionValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return value.kind === 'item' ? withPath('item', value.path) : operandText(value);
}
