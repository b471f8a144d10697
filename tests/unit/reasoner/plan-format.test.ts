import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planFormat } from '../../../reasoner/index.js';
import { planJsonSchema } from '../../../schemas/index.js';
import { computingPlan, inboxPlan, rootContext } from '../../fakes/planner-contexts.js';

function accepts(schema: object, value: unknown): boolean {
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value)
    .success;
}

function toolPlan(tool: string): object {
  return { steps: [{ kind: 'tool', id: 'a', tool, args: {} }], final: 'a' };
}

describe('planFormat', () => {
  it('accepts a plan over what the context offers', () => {
    expect(accepts(planFormat(rootContext), inboxPlan)).toBe(true);
    expect(accepts(planFormat(rootContext), computingPlan)).toBe(true);
  });

  it('accepts only the tools, schemas, facts and capabilities of the context', () => {
    const format = planFormat(rootContext);
    const source = { kind: 'fact', name: 'me' };
    const parse = { kind: 'q_parse', id: 'a', source, schema_ref: 'summary', instruction: 'x' };
    const child = { kind: 'subkernel', id: 'a', source, instruction: 'x', grant: ['mail.read'] };
    const plan = (step: object): object => ({ steps: [step], final: 'a' });
    expect(accepts(format, toolPlan('read_inbox'))).toBe(true);
    expect(accepts(format, toolPlan('wipe_disk'))).toBe(false);
    expect(accepts(format, plan(parse))).toBe(true);
    expect(accepts(format, plan({ ...parse, schema_ref: 'other' }))).toBe(false);
    expect(accepts(format, plan({ ...parse, source: { ...source, name: 'other' } }))).toBe(false);
    expect(accepts(format, plan(child))).toBe(true);
    expect(accepts(format, plan({ ...child, grant: ['mail.read', 'root'] }))).toBe(false);
  });

  it('narrows the names of a guarded step, of what is inside a map and of conditions', () => {
    const format = planFormat(rootContext);
    const test = { test: 'equals', left: { kind: 'fact', name: 'me' }, right: 1 };
    const guarded = { kind: 'when', id: 'a', if: test, tool: 'send_email', args: {} };
    const over = { kind: 'fact', name: 'me' };
    const plan = (step: object): object => ({ steps: [step], final: 'a' });
    const mapped = (step: object): object =>
      plan({ kind: 'map', id: 'a', over, atMost: 2, steps: [step], final: 'b' });
    const inner = { ...guarded, id: 'b' };
    const call = { kind: 'tool', id: 'b', tool: 'read_inbox', args: {} };
    const parse = {
      kind: 'q_parse',
      id: 'b',
      source: over,
      schema_ref: 'summary',
      instruction: '',
    };
    expect(accepts(format, plan(guarded))).toBe(true);
    expect(accepts(format, plan({ ...guarded, tool: 'wipe_disk' }))).toBe(false);
    const other = { ...test, left: { kind: 'fact', name: 'other' } };
    expect(accepts(format, plan({ ...guarded, if: { not: other } }))).toBe(false);
    for (const step of [inner, call, parse]) expect(accepts(format, mapped(step))).toBe(true);
    expect(accepts(format, mapped({ ...inner, tool: 'wipe_disk' }))).toBe(false);
    expect(accepts(format, mapped({ ...call, tool: 'wipe_disk' }))).toBe(false);
    expect(accepts(format, mapped({ ...parse, schema_ref: 'other' }))).toBe(false);
  });

  it('takes no function that the table does not have, and no map inside a map', () => {
    const format = planFormat(rootContext);
    const step = { kind: 'compute', id: 'b', fn: 'count', args: { list: [] } };
    const over = { kind: 'fact', name: 'me' };
    const map = (inner: object, id: string): object => ({
      kind: 'map',
      id,
      over,
      atMost: 2,
      steps: [inner],
      final: 'b',
    });
    const plan = (one: object): object => ({ steps: [one], final: 'a' });
    expect(accepts(format, plan(map(step, 'a')))).toBe(true);
    expect(accepts(format, plan(map({ ...step, fn: 'eval' }, 'a')))).toBe(false);
    expect(accepts(format, plan(map(map(step, 'b'), 'a')))).toBe(false);
  });

  it('leaves a name open where the context offers none', () => {
    const bare = { ...rootContext, tools: [], schemas: [], facts: [], grant: [] };
    expect(planFormat(bare)).toEqual(planJsonSchema());
  });
});
