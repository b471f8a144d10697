// A host's mistakes in a configuration, named before anything is built of it.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  createKernel,
  defineTool,
  type KernelConfig,
  openFileAudit,
  openVaglio,
  renderAnswer,
} from '../../../hosts/index.js';
import { trustQuery } from '../../../kernel/index.js';
import { codeThrownBy } from '../../cases/decides.js';
import { call, planOf } from '../../fakes/plan-steps.js';
import { rule } from '../../fakes/release-rule.js';

const send = defineTool({
  name: 'send_email',
  description: 'Sends one mail.',
  effect: 'write',
  capabilities: ['mail.send'],
  classes: ['networkEgress'],
  args: { '/body': { role: 'content' } },
  recipients: [{ from: '/to', parse: 'email' }],
  input: z.strictObject({ to: z.string(), body: z.string() }),
  output: z.null(),
  run: () => null,
});
const good: KernelConfig = { tools: [send], principal: 'user:alice@example.com' };
const deny = (tool: string, argument: string): object =>
  rule('deny', { always: true }, { id: 'r', tool, argument });

function message(work: () => unknown): string {
  try {
    work();
    return 'nothing was thrown';
  } catch (error) {
    const { code, message: text } = error as { readonly code: string; readonly message: string };
    return `${code}: ${text}`;
  }
}

const refused: readonly (readonly [object, string])[] = [
  [{ declasify: [] }, 'configuration: unknown key `declasify`: did you mean `declassify`?'],
  [{ approver: { ask: () => null } }, 'configuration: unknown key `approver`'],
  [{ limits: { maxEffect: 1 } }, '`limits`: unknown key `maxEffect`: did you mean `maxEffects`?'],
  [{ limits: [] }, '`limits` must be a record'],
  [{ judge: { treshold: 0.9 } }, '`judge`: unknown key `treshold`: did you mean `threshold`?'],
  [{ ports: { aprover: null } }, '`ports`: unknown key `aprover`: did you mean `approver`?'],
  [{ ports: { approver: () => null } }, '`ports`: `approver` must be an object with `ask`'],
  [{ approval: 'maybe' }, '`approval` must be `wait` or `suspend`'],
  [{ layers: [{}] }, 'layer 0 must have `answer`, and as `stage` `rules` or `judge` or `review`'],
  [{ layers: [{ stage: 'rule', answer: () => null }] }, 'layer 0 must have `answer`'],
  [{ planner: () => 1 }, '`planner` must be an object with `plan`'],
  [{ parser: {} }, '`parser` must be an object with `parse`'],
  [{ tools: undefined }, '`tools` is missing: a list'],
  [{ tools: send }, '`tools` must be a list'],
  [{ grant: 'mail.send' }, '`grant` must be a list of texts'],
  [{ principal: 'alice' }, '`principal` must be `user:` and a name'],
  [{ principal: undefined }, '`principal` is missing'],
  [{ audit: 'audit.jsonl' }, '`audit` must be an `AuditChain`, or a sink'],
  [{ home: 7 }, '`home` must be text or null'],
  [{ declassify: {} }, '`declassify` must be a list of rules or a function'],
  [
    { declassify: [deny('send_mail', '/body')] },
    'rule `r`: there is no tool `send_mail`: did you mean `send_email`?',
  ],
  [
    { declassify: [deny('send_email', '/bdy')] },
    'rule `r`: no such argument of `send_email`, `bdy`: did you mean `body`?',
  ],
  [{ declassify: [deny('*', '/x')] }, 'rule `r`: no such argument of `*`'],
];

describe('a configuration', () => {
  test.each(refused)('%o is refused', (given, words) => {
    const said = message(() => createKernel({ ...good, ...given } as KernelConfig));
    expect(said).toContain('config_malformed: ');
    expect(said).toContain(words);
  });

  test('with rules that reach something is taken', () => {
    const rules = [deny('send_email', '/body'), deny('send_email', '*'), deny('*', 'decision')];
    expect(
      codeThrownBy(() => createKernel({ ...good, declassify: rules } as KernelConfig)),
    ).toBeNull();
  });
});

describe('options of a run', () => {
  const plan = { steps: [{ kind: 'const', id: 'a', value: 1 }], final: 'a' };
  const cases: readonly (readonly [object, string, string])[] = [
    [{ fcats: {} }, 'config_malformed', 'run options: unknown key `fcats`: did you mean `facts`?'],
    [{ readers: ['bob'] }, 'query_malformed', 'readers must be `anyone`'],
    [{ signal: true }, 'config_malformed', '`signal` must be an object with'],
    [
      { facts: { me: { value: 1, reader: [] } } },
      'fact_malformed',
      'fact `me`: unknown key `reader`: did you mean `readers`?',
    ],
    [{ facts: { me: { value: 1, readers: ['bob'] } } }, 'fact_malformed', '`readers` must be'],
    [{ facts: { me: { value: 1, subjects: ['bob'] } } }, 'fact_malformed', '`subjects` must be'],
    [{ facts: { me: { value: 1, source: 'tool' } } }, 'fact_malformed', '`source` must be'],
    [{ facts: { me: { value: 1, handle: 'A B' } } }, 'fact_malformed', '`handle` must be'],
    [{ facts: { me: undefined } }, 'fact_malformed', 'fact `me`: `value` is missing'],
    [{ facts: { me: {} } }, 'fact_malformed', 'fact `me`: `value` is missing'],
    [{ facts: { me: null } }, 'fact_malformed', 'fact `me`: give a scalar'],
    [{ facts: { me: ['a'] } }, 'fact_malformed', 'fact `me`: give a scalar'],
  ];
  test.each(cases)('%o are refused', async (options, code, words) => {
    const run = createKernel(good).run('Do it', { plan, ...options });
    await expect(run).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });

  test('a query that is no text is told apart from an empty one', () => {
    const mint = (text: unknown) => message(() => trustQuery(text as string, good));
    expect(mint(5)).toBe('query_malformed: a query that is no text');
    expect(mint(' ')).toBe('query_malformed: an empty query');
  });
});

describe('options of other functions', () => {
  test('are refused where they are unknown', () => {
    const vaglio = { treshold: 0.4 } as object;
    expect(message(() => openVaglio(vaglio))).toContain('did you mean `threshold`?');
    expect(message(() => renderAnswer(null, { host: [] } as object))).toContain('`hosts`?');
    expect(message(() => openFileAudit('/nope', { clok: 1 } as object))).toContain('`clock`?');
  });
});

describe('a schema', () => {
  const tool = (input: z.ZodType) =>
    defineTool({
      name: 'x',
      description: 'x',
      effect: 'pure',
      capabilities: [],
      input,
      output: z.null(),
      run: () => null,
    });
  const called = async (input: z.ZodType, args: Readonly<Record<string, string>>) => {
    const kernel = createKernel({ ...good, tools: [tool(input)] });
    return (
      (await kernel.run('Do it', { plan: planOf(call('a', 'x', args)) })).problem?.code ?? null
    );
  };

  test('is refused when the tool is defined, or at the call, as the guide says', async () => {
    for (const input of [
      z.strictObject({ a: z.string().catch('x') }),
      z.strictObject({ a: z.promise(z.string()) }),
      z.looseObject({ a: z.string() }),
    ])
      expect(codeThrownBy(() => tool(input))).toBe('schema_refused');
    const lax = z.object({ a: z.string() });
    expect(await called(lax, { a: 'x' })).toBeNull();
    expect(await called(lax, { a: 'x', b: 'y' })).toBe('schema_unknown_key');
    const late = z.strictObject({ a: z.string().refine(async () => true) });
    expect(await called(late, { a: 'x' })).toBe('schema_failed');
  });
});

describe('a declaration for a part that the schema cannot have', () => {
  const base = {
    name: 'find',
    description: 'Finds.',
    effect: 'read' as const,
    capabilities: ['x.read'],
    input: z.strictObject({ query: z.string(), tags: z.array(z.string()).optional() }),
    output: z.array(z.strictObject({ id: z.string(), more: z.record(z.string(), z.number()) })),
    run: () => [],
  };
  const bad: readonly (readonly [object, string])[] = [
    [
      { args: { '/qery': { role: 'content' } } },
      '`/qery` names what the input schema cannot have, `qery`: did you mean `query`?',
    ],
    [{ args: { '/query/0': { role: 'content' } } }, '`/query/0` names what the input schema'],
    [{ args: { '/tags/first': { role: 'content' } } }, '`/tags/first` names what the input schema'],
    [{ recipients: [{ from: '/to', parse: 'email' }] }, '`/to` names what the input schema'],
    [{ result: { '/id': { minted: true } } }, '`/id` names what the output schema'],
    [{ result: { '/*/idd': { minted: true } } }, '`/*/idd` names what the output schema'],
    [{ result: { '/*/id': { readersFrom: { from: '/*/from', parse: 'email' } } } }, '`/*/from`'],
    [{ input: z.object({ query: z.string() }), args: { '/q': {} } }, '`/q` names what the input'],
  ];
  test.each(bad)('%o is refused', (given, words) => {
    const said = message(() => defineTool({ ...base, ...given }));
    expect(said).toContain('tool_malformed: ');
    expect(said).toContain(words);
  });

  test('is taken where the schema has it, or nobody knows', () => {
    const fine = [
      { args: { '/query': {}, '/tags/*': {}, '/tags/3': {}, '/*': {}, '': {} } },
      { result: { '': {}, '/*': {}, '/0/id': {}, '/*/more/any': {}, '/*/*': {} } },
      { output: z.any(), result: { '/whatever/0': {} } },
      { output: z.union([z.null(), z.strictObject({ a: z.string() })]), result: { '/a': {} } },
    ];
    for (const given of fine)
      expect(codeThrownBy(() => defineTool({ ...base, ...given }))).toBeNull();
  });
});
