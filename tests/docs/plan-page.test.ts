/** What docs/architecture.md says of plans is what schemas and kernel say. */
import { describe, expect, test } from 'vitest';
import {
  type ComputeFunction,
  type ConditionTest,
  computeFunctions,
  conditionTests,
  MAX_FAN_OUT,
  signatureOf,
  type TraceEvent,
} from '../../schemas/index.js';
import { stepSchema } from '../../schemas/plan.js';
import { makeOffice } from '../fakes/office.js';
import { call, compare, item, ref, select } from '../fakes/plan-steps.js';
import { readText } from '../project.js';
import { readMarkdown } from './markdown.js';

const text = readText('docs/architecture.md');

/** The rows of the first table under a heading, without its head. */
function tableOf(heading: string): readonly (readonly string[])[] {
  const [, after = ''] = text.split(`\n${heading}\n`);
  const [section = ''] = after.split(/\n#{2,3} /);
  const [table = ''] = section.match(/(?:^\|.*\n)+/m) ?? [];
  return readMarkdown(table).rows.slice(1);
}

function takes(fn: ComputeFunction): string {
  const { args, optional = [], by, where } = signatureOf(fn);
  const parts = Object.entries(args).map(([name, words]) => {
    const listed = words === 'any' ? '' : `: ${words.join(' ')}`;
    return `${name}${optional.includes(name) ? '?' : ''}${listed}`;
  });
  if (by !== undefined) parts.push(by === 'required' ? 'by' : 'by?');
  if (where !== undefined) parts.push('where');
  return parts.join(', ');
}

test('every kind of step is told, with its fields', () => {
  const told = tableOf('## Plan').map(([kind, fields = '']) => [kind, fields.split(', ').sort()]);
  const kinds = stepSchema.options.map(({ shape }) => {
    const fields = Object.entries(shape).filter(([name]) => name !== 'kind' && name !== 'id');
    const names = fields.map(([name, field]) =>
      field.safeParse(undefined).success ? `${name}?` : name,
    );
    return [shape.kind.value, names.sort()];
  });
  expect(told).toEqual(kinds);
  expect(text).toContain(`which is ${MAX_FAN_OUT} at\nmost`);
});

test('every test of a condition is told', () => {
  const told = tableOf('### Conditions').flatMap(([names = '']) => names.split(', '));
  expect(told.sort()).toEqual([...conditionTests].sort());
});

test('the table of functions is exact', () => {
  const told = tableOf('### Compute').map(([fn, taken]) => [fn, taken]);
  expect(told).toEqual(computeFunctions.map((fn) => [fn, takes(fn)]));
});

test('the labels of every function are told once', () => {
  const [, section = ''] = text.split('\n### Compute\n');
  const [, table = ''] = section.split('| functions | sources');
  const told = (table.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(2)
    .flatMap((line) => line.split('|')[1]?.match(/(?<=`)[a-z]+(?=`)/g) ?? []);
  const rest = computeFunctions.filter((fn) => !told.includes(fn));
  expect(told.filter((fn) => !computeFunctions.includes(fn as ComputeFunction))).toEqual([]);
  // What is left makes one value of all its arguments.
  expect(rest.every((fn) => signatureOf(fn).where === undefined)).toBe(true);
  expect(told.length + rest.length).toBe(computeFunctions.length + 1);
});

test('every event of a trace is told', () => {
  const kinds = {
    plan_emitted: true,
    plan_rejected: true,
    step_started: true,
    step_skipped: true,
    q_parse_result: true,
    gate_allowed: true,
    gate_denied: true,
    released: true,
    asked: true,
    ruled: true,
    effect_started: true,
    effect_ended: true,
    late_result: true,
    run_committed: true,
    run_blocked: true,
    run_errored: true,
    run_aborted: true,
  } as const satisfies Readonly<Record<TraceEvent['kind'], true>>;
  const told = tableOf('## Trace and audit').flatMap(([names = '']) => names.split(', '));
  expect(told).toEqual(Object.keys(kinds));
});

describe('selection', () => {
  const shown = tableOf('### Selection');
  const query = 'Cancel my Paris trip';

  test('is shown both ways', () => {
    expect(shown.length).toBeGreaterThan(4);
  });

  test.each(shown)('title %s', async (condition = '', ...outcomes) => {
    const [name = '', word = ''] = condition.split(' ');
    const steps = [
      call('found', 'find_bookings', { title: 'Paris' }),
      select('trip', ref('found'), compare(item('title'), name as ConditionTest, word)),
      call('cancel', 'cancel_booking', { booking: ref('trip', 'id') }),
    ];
    for (const [i, selection] of (['unique', 'strict'] as const).entries()) {
      const result = await makeOffice({ selection }).run(query, steps);
      expect(result.problem?.code ?? result.status).toBe(outcomes[i]);
    }
  });
});
