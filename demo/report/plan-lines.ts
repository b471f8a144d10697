/** A plan as a few lines of something like code, one a step. */
import type { Arg, Operand, Step } from '../../schemas/index.js';
import { printable } from './text-lines.js';

/** Gives one line a step; they are as long as the plan makes them. */
export function planLines(steps: readonly Step[]): readonly string[] {
  const width = Math.max(0, ...steps.map(({ id }) => id.length));
  return steps.map((step) => printable(`${step.id.padEnd(width)} = ${right(step)}`));
}

function right(step: Step): string {
  switch (step.kind) {
    case 'const':
      return JSON.stringify(step.value);
    case 'tool':
      return `${step.tool}(${fields(step.args)})`;
    case 'q_parse':
      return `q_parse(${operand(step.source)} as ${step.schema_ref})`;
    case 'subkernel':
      return `subkernel(${operand(step.source)}, grant: ${step.grant.join(' ') || 'nothing'})`;
    case 'merge':
      return `merge(${fields(step.inputs)})`;
  }
}

function fields(args: Readonly<Record<string, Arg>>): string {
  return Object.entries(args)
    .map(([name, arg]) => `${name}: ${argText(arg)}`)
    .join(', ');
}

function argText(arg: Arg): string {
  if (typeof arg !== 'object' || arg === null) return JSON.stringify(arg);
  if (isArgList(arg)) return `[${arg.map(argText).join(', ')}]`;
  return arg.kind === 'record' ? `{${fields(arg.fields)}}` : operand(arg);
}

function isArgList(arg: Arg): arg is readonly Arg[] {
  return Array.isArray(arg);
}

function operand(of: Operand): string {
  const name = of.kind === 'fact' ? `fact ${of.name}` : of.ref;
  return of.path === undefined ? name : `${name}.${of.path}`;
}
