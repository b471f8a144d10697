/**
 * What a record holds of a run, whatever the run is about: digests and labels, on one line. Values
 * are drawn that would show: tokens, line breaks, orders to a terminal, ends of a JSON text.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, defineTool, memoryAuditSink } from '../../hosts/index.js';
import { AuditChain, appendAudit, verifyAudit } from '../../kernel/index.js';
import { scriptedParser } from '../../reasoner/index.js';
import type { Json } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { recordsOf } from '../fakes/audit-records.js';
import { alice } from '../fakes/office.js';
import { call, fact, parse, planOf, ref } from '../fakes/plan-steps.js';
import { always, rule } from '../fakes/release-rule.js';
import { seeded } from './seed.js';

const EVIL = [
  '\n{"v":1,"seq":9}',
  '"}\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u001b[2K\u009b31m',
  '\u202e',
  '\u0000',
  '\\u000a',
  '","hash":"',
];

/** Text that nothing else in a record looks like, with something evil in it. */
const anyText = fc
  .tuple(fc.stringMatching(/^sk-[0-9A-Za-z]{12}$/), fc.constantFrom(...EVIL), fc.string())
  .map(([token, evil, rest]) => ({
    token,
    text: `${token}${evil}${rest.replace(/\p{Cs}/gu, '')}`,
  }));

/** A run that reads, parses and writes these texts, and fails by the last of them. */
async function linesOf(
  texts: readonly { readonly text: string }[],
  releases: boolean,
): Promise<readonly string[]> {
  const [given, read, said, returned] = texts.map(({ text }) => text);
  const sink = memoryAuditSink();
  const tool = (name: string, effect: 'read' | 'write', run: () => Json) =>
    defineTool({
      name,
      description: 'Does it.',
      effect: effect as 'write',
      classes: ['workspaceMutation'],
      capabilities: ['do.it'],
      args: { '/text': { role: 'content' } },
      sink: 'own',
      input: z.strictObject({ text: z.json() }),
      output: z.json(),
      run,
    });
  const fails = (): Json => {
    throw new Error(said);
  };
  const tools = [
    tool('take', 'read', () => ({ [read ?? '']: read ?? '', list: [read ?? ''] })),
    tool('keep', 'write', () => returned ?? ''),
    tool('fail', 'write', fails),
  ];
  const kernel = createKernel({
    tools,
    schemas: { words: z.strictObject({ text: z.string() }) },
    parser: scriptedParser({ words: { text: read ?? '' } }),
    grant: ['do.it'],
    principal: alice,
    audit: sink,
    home: '/home/alice',
    declassify: releases ? [rule('release', always)] : [],
  });
  const plan = planOf(
    call('a', 'take', { text: fact('given') }),
    parse('b', ref('a'), 'words', 'Copy it.'),
    call('c', 'keep', { text: ref('a') }),
    call('d', 'keep', { text: ref('b', 'text') }),
    call('e', 'fail', { text: ref('c') }),
  );
  const options = { plan, facts: { given: { value: given ?? '', readers: 'anyone' as const } } };
  const result = await kernel.run(`Take "${said?.replace(/[\s"]/g, '')}"`, options);
  expect(result.status).toBe(releases ? 'uncertain' : 'blocked');
  return sink.lines();
}

seeded(
  'no record of a run holds a value of it, and each is one line of ASCII',
  fc.asyncProperty(
    fc.array(anyText, { minLength: 4, maxLength: 4 }),
    fc.boolean(),
    async (texts, releases) => {
      const lines = await linesOf(texts, releases);
      expect(verifyAudit(lines).ok).toBe(true);
      for (const line of lines) {
        expect(line).toMatch(/^[ -~]+$/);
        for (const { token } of texts) expect(line).not.toContain(token);
      }
    },
  ),
  { runs: 60, claims: ['INV-T34', 'INV-T4', 'C26'] },
);

const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.tuple(fc.constantFrom(...EVIL), fc.string()).map(([evil, rest]) => `x${evil}${rest}`),
);

seeded(
  'a name or an id in a record is escaped, or refused where it cannot be one',
  fc.property(anyName, anyName, (name, id) => {
    const sink = memoryAuditSink();
    const chain = new AuditChain(sink);
    const ruling = {
      approval: name,
      decision: 'allow',
      approver: name,
      source: name,
      isSigned: false,
      of: 1,
      args: name,
      request: name,
    } as const;
    const body = { kind: 'ruling', data: ruling } as const;
    void appendAudit(chain, { body, run: 'r', call: 'r.1', at: 1 });
    expect(sink.lines()[0]).toMatch(/^[ -~]+$/);
    expect(recordsOf(sink.lines())[0]?.data).toEqual(ruling);
    const isId = /^[A-Za-z0-9._-]{1,128}$/.test(id);
    for (const entry of [
      { body, run: id, call: 'r.1', at: 1 },
      { body, run: 'r', call: id, at: 1 },
    ]) {
      if (isId) void appendAudit(chain, entry);
      else expect(() => appendAudit(chain, entry)).toThrow('an id or a time that is no record');
    }
    expect(verifyAudit(sink.lines())).toMatchObject({ ok: true, records: isId ? 3 : 1 });
  }),
  { claims: 'INV-T34' },
);

verifies(
  'INV-T34',
  'an id or a time that a port gives in another shape stops the run',
  async () => {
    const tool = defineTool({
      name: 'look',
      description: 'Looks.',
      effect: 'read',
      capabilities: ['do.it'],
      input: z.strictObject({}),
      output: z.null(),
      run: () => null,
    });
    const bad = [
      { random: { id: () => 'x\n{}' } },
      { random: { id: () => '' } },
      { clock: { now: () => Number.NaN } },
      { clock: { now: () => 1.5 } },
    ];
    for (const ports of bad) {
      const sink = memoryAuditSink();
      const config = { tools: [tool], grant: ['do.it'], principal: alice, audit: sink, ports };
      const { status } = await createKernel(config).run('Look', {
        plan: planOf(call('a', 'look')),
      });
      expect(status).toBe('blocked');
      expect(sink.lines()).toEqual([]);
    }
  },
);
