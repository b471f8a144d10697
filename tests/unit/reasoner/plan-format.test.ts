import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planFormat } from '../../../reasoner/index.js';
import { planJsonSchema } from '../../../schemas/index.js';
import { inboxPlan, rootContext } from '../../fakes/planner-contexts.js';

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

  it('leaves a name open where the context offers none', () => {
    const bare = { ...rootContext, tools: [], schemas: [], facts: [], grant: [] };
    expect(planFormat(bare)).toEqual(planJsonSchema());
  });
});
