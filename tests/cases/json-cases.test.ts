// Reported cases on JSON and JavaScript that the kernel decides.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, memoryAuditSink, parseStrictJson } from '../../hosts/index.js';
import type { Json } from '../../schemas/index.js';
import { approverThat } from '../fakes/approvers.js';
import { recordsLike } from '../fakes/audit-records.js';
import { makeCanaries } from '../fakes/canary.js';
import { makeDeferred } from '../fakes/deferred.js';
import { makeManualTime, untilQuiet } from '../fakes/manual-time.js';
import { alice, makeOffice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { always, rule } from '../fakes/release-rule.js';
import { codeThrownBy, decides } from './decides.js';

/** Runs one call with arguments as they are, and tells what the tool saw. */
async function callWith(args: object, input: z.ZodType = z.strictObject({ path: z.string() })) {
  const canaries = makeCanaries();
  const sink = memoryAuditSink();
  const tool = canaries.tool(
    { name: 'use', description: 'x', effect: 'pure', capabilities: [], input, output: z.null() },
    null,
  );
  const kernel = createKernel({ tools: [tool], principal: alice, audit: sink });
  const plan = { steps: [{ kind: 'tool', id: 'a', tool: 'use', args }], final: 'a' };
  const result = await kernel.run('Use /workspace/a', { plan });
  return { code: result.problem?.code ?? null, seen: canaries.of('use'), lines: sink.lines() };
}

decides('json_js-01', async () => {
  const text = '{"name":"a","__proto__":{"isAdmin":true}}';
  expect((await callWith(JSON.parse(text) as object)).code).toBe('plan_malformed');
  return codeThrownBy(() => parseStrictJson(text));
});

decides('json_js-04', async () => {
  const text = '{"constructor":{"prototype":{"x":1}}}';
  const { code, seen } = await callWith(JSON.parse(text) as object);
  expect([code, seen]).toEqual(['plan_malformed', []]);
  expect(({} as { readonly x?: unknown }).x).toBeUndefined();
  return codeThrownBy(() => parseStrictJson(text));
});

decides('json_js-06', () =>
  codeThrownBy(() => parseStrictJson('{"path":"/workspace/a","path":"/etc/passwd"}')),
);

decides('json_js-07', () =>
  codeThrownBy(() => parseStrictJson('{"path":"/workspace/a"}{"path":"/etc/passwd"}')),
);

decides('json_js-09', async () => {
  let reads = 0;
  const args = {
    get path() {
      reads += 1;
      return reads === 1 ? '/workspace/a' : '/etc/passwd';
    },
  };
  const { code, seen } = await callWith(args);
  expect([reads, seen]).toEqual([0, []]);
  return code;
});

decides('json_js-10', async () => {
  let ran = false;
  const toJSON = (): object => {
    ran = true;
    return { path: '/workspace/a' };
  };
  const { code, seen } = await callWith({ path: '/etc/passwd', toJSON });
  expect([ran, seen]).toEqual([false, []]);
  return code;
});

decides('json_js-11', async () => {
  const step = call('send', 'send_email', { to: 'bob@example.org', body: 'see you soon' });
  const plan = planOf(step);
  const approver = approverThat('allow', (ruling) => {
    (step as { args: object }).args = { to: 'attacker@evil.com', body: 'x' };
    Object.assign(plan.steps[0] as object, { args: { to: 'attacker@evil.com', body: 'x' } });
    return ruling;
  });
  const declassify = [rule('ask', always, { argument: '/body' })];
  const office = makeOffice({ declassify, ports: { approver } });
  const result = await office.run('Write to bob@example.org', undefined, { plan });
  expect(office.canaries.of('send_email')).toEqual([
    { to: 'bob@example.org', body: 'see you soon' },
  ]);
  const [ruling] = recordsLike(office.lines(), 'ruling');
  const [admission] = recordsLike(office.lines(), 'admission');
  expect(ruling?.data.args).toBe(admission?.data.args);
  return result.problem?.code ?? null;
});

decides('json_js-12', async () => {
  const input = z.strictObject({ amount: z.number().max(100) });
  const { code, seen } = await callWith({ amount: Number.NaN }, input);
  expect(seen).toEqual([]);
  return code;
});

decides('json_js-22', async () => {
  let deep: Json = [];
  for (let i = 0; i < 100_000; i += 1) deep = [deep];
  const { code, seen } = await callWith({ path: deep });
  expect([code, seen]).toEqual(['plan_malformed', []]);
  return codeThrownBy(() => parseStrictJson('['.repeat(100_000)));
});

decides('json_js-23', () => {
  const when = { matches: '^(a+)+$' } as never;
  return codeThrownBy(() => makeOffice({ declassify: [rule('release', when)] }));
});

decides('json_js-25', async () => {
  const { timer, pass } = makeManualTime();
  const office = makeOffice({
    ports: { timer },
    answers: { list_contacts: () => makeDeferred().promise },
  });
  const hanging = office.run('Search', [call('a', 'list_contacts')]);
  await untilQuiet();
  pass(60_000);
  expect(await hanging).toMatchObject({ status: 'failed', problem: { code: 'tool_timeout' } });
  return (await callWith({ path: '(x+)+$' })).code;
});

decides('json_js-26', async () => {
  const input = z.strictObject({ n: z.number() });
  const zero = await callWith({ n: 0 }, input);
  const minus = await callWith({ n: -0 }, input);
  expect(Object.is(minus.seen[0]?.['n'], 0)).toBe(true);
  expect(minus.seen).toEqual(zero.seen);
  return minus.code;
});

decides('json_js-27', async () => {
  const input = z.strictObject({ path: z.string(), mode: z.string().optional() });
  const { code, seen } = await callWith({ path: '/workspace/a', mode: undefined }, input);
  expect(seen.map((args) => Object.keys(args))).toEqual([['path']]);
  return code;
});

decides('json_js-28', async () => {
  const text = '{"path":"\\ud83d\\ude00 caf\\u00e9"}';
  const args = parseStrictJson(text) as { readonly path: string };
  const { code, seen } = await callWith(args);
  expect(seen).toEqual([{ path: '\u{1f600} caf\u00e9' }]);
  return code;
});
