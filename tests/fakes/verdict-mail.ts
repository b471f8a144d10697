/**
 * An office whose parser answers with closed fields and open ones, and a plan that mails to Bob
 * what it makes of them: for tests of what a rule lets out of it.
 */
import { z } from 'zod';
import type { RunResult } from '../../hosts/index.js';
import type { Arg, DeclassRule, JsonObject, Step } from '../../schemas/index.js';
import { makeOffice, type OfficeOptions, officeSchemas } from './office.js';
import { call, compute, parse, record, ref } from './plan-steps.js';
import { rule } from './release-rule.js';

export const verdictQuery = 'Tell bob@example.org whether the boss agrees, at most 7 times';

/** Closed fields of every kind, and open ones. */
const verdictSchema = z.strictObject({
  agrees: z.boolean(),
  mood: z.enum(['good', 'bad', 'gone']),
  score: z.int().min(0).max(3),
  maybe: z.enum(['yes', 'no']).nullable(),
  text: z.string(),
  amount: z.int(),
  share: z.number().min(0).max(1),
  list: z.array(z.boolean()),
});

const said: z.infer<typeof verdictSchema> = {
  ...{ agrees: true, mood: 'bad', score: 2, maybe: null, text: 'PIN-4711', amount: 4711 },
  ...{ share: 0.4711, list: [true, false] },
};

/** Reads the inbox, and parses its first mail as `got`. */
export const readVerdict: readonly Step[] = [
  call('inbox', 'read_inbox'),
  parse('got', ref('inbox', '0.body'), 'answers'),
];

/** Mails a body to Bob, whom the query names. */
export function tellBob(body: Arg, id = 'send'): Step {
  return call(id, 'send_email', { to: 'bob@example.org', body });
}

/** A text with holes, filled in. */
export function filled(id: string, text: Arg, fields: Readonly<Record<string, Arg>>): Step {
  return compute(id, 'template', { text, fields: record(fields) });
}

/** A rule that lets out so many bits of what a body carries. */
export function carries(capacity: number, id = 'few'): DeclassRule {
  return rule('release', { capacity, of: 'value' }, { id, tool: 'send_email', argument: '/body' });
}

/** What came of a run, and what Bob was told. */
export interface Told {
  readonly result: RunResult;
  readonly bodies: readonly unknown[];
}

/** Follows steps after those that read and parse; `answer` replaces what the parser says. */
export async function followVerdict(
  steps: readonly Step[],
  declassify: readonly DeclassRule[],
  options: OfficeOptions & { readonly answer?: JsonObject } = {},
): Promise<Told> {
  const { answer = {}, ...config } = options;
  const parser = {
    parse: async ({ schemaName }: { readonly schemaName: string }) =>
      schemaName === 'words' ? { text: said.text } : { ...said, ...answer },
  };
  const schemas = { ...officeSchemas, answers: verdictSchema };
  const office = makeOffice({ parser, schemas, declassify, ...config });
  const facts = {
    code: { value: 'PIN-4711' },
    bob: { value: 'Bob is ill', readers: 'anyone' as const, subjects: ['user:bob@example.org'] },
    greeting: { value: 'Hello', readers: 'anyone' as const },
  };
  const result = await office.run(verdictQuery, [...readVerdict, ...steps], { facts });
  return { result, bodies: office.canaries.of('send_email').map(({ body }) => body) };
}
