/** A plan as a few lines of something like code: one a step, those of a map below it. */
import type { Arg, ComputeStep, MapStep, ParseStep, Step } from '../../schemas/index.js';
import { conditionText, operandText } from './condition-text.js';
import { printable } from './text-lines.js';

/** Gives one line a step; they are as long as the plan makes them. */
export function planLines(steps: readonly Step[]): readonly string[] {
  const width = Math.max(0, ...steps.map(({ id }) => id.length));
  return steps.flatMap((step) => {
    const line = printable(`${step.id.padEnd(width)} = ${right(step)}`);
    const within = step.kind === 'map' ? planLines(step.steps) : [];
    return [line, ...within.map((inner) => `  ${inner}`)];
  });
}

function right(step: Step): string {
  switch (step.kind) {
    case 'const':
      return JSON.stringify(step.value);
    case 'tool':
      return `${step.tool}(${fields(step.args)})`;
    case 'q_parse':
      return parseText(step);
    case 'subkernel':
      return `subkernel(${operandText(step.source)}, grant: ${step.grant.join(' ') || 'nothing'})`;
    case 'merge':
      return `merge(${fields(step.inputs)})`;
    case 'compute':
      return computeText(step);
    case 'when':
      return `${step.tool}(${fields(step.args)}) if ${conditionText(step.if)}`;
    case 'map':
      return mapText(step);
  }
}

function parseText({ source, schema_ref, verbatim = [] }: ParseStep): string {
  const copied = verbatim.length === 0 ? '' : `, verbatim: ${verbatim.join(' ')}`;
  return `q_parse(${operandText(source)} as ${schema_ref}${copied})`;
}

function computeText({ fn, args, by, where }: ComputeStep): string {
  const field = by === undefined ? [] : [`by ${by}`];
  const condition = where === undefined ? [] : [`where ${conditionText(where)}`];
  return `${fn}(${[fields(args), ...field, ...condition].join(', ')})`;
}

function mapText({ over, atMost, final }: MapStep): string {
  return `${final} for each of ${operandText(over)}, at most ${atMost}`;
}

function fields(args: Readonly<Record<string, Arg>>): string {
  return Object.entries(args)
    .map(([name, arg]) => `${name}: ${argText(arg)}`)
    .join(', ');
}

function argText(arg: Arg): string {
  if (typeof arg !== 'object' || arg === null) return JSON.stringify(arg);
  if (isArgList(arg)) return `[${arg.map(argText).join(', ')}]`;
  return arg.kind === 'record' ? `{${fields(arg.fields)}}` : operandText(arg);
}

function isArgList(arg: Arg): arg is readonly Arg[] {
  return Array.isArray(arg);
}
