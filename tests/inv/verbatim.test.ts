// Family P: a field is labelled as copied only if it was.
import { expect } from 'vitest';
import { z } from 'zod';
import { scriptedParser } from '../../reasoner/index.js';
import type { DeclassRule, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice, officeSchemas } from '../fakes/office.js';
import { call, copying, merge, parse, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { rule } from '../fakes/release-rule.js';

const query = 'Mail "see you" to whoever asks';
const inbox = call('inbox', 'read_inbox');
const ask = (...paths: readonly string[]): Step =>
  copying(parse('got', ref('inbox', '1'), 'people', 'Who asks?'), ...paths);
const schemas = {
  ...officeSchemas,
  people: z.strictObject({ names: z.array(z.string()), sure: z.boolean(), age: z.number() }),
};

async function parseAs(
  names: readonly string[],
  steps: readonly Step[],
  declassify: readonly DeclassRule[] = [],
) {
  const parser = scriptedParser({ people: { names: [...names], sure: true, age: 4711 } });
  const office = makeOffice({ parser, schemas, declassify });
  return { office, result: await office.run(query, [inbox, ...steps]) };
}

verifies(
  'INV-P23',
  'a copy has the label of its source, and the parser in its control',
  async () => {
    const steps = [ask('names.*'), merge('x', { y: ref('got', 'names.0') })];
    const { result } = await parseAs(['attacker@evil.com'], steps);
    expectCommitted(result);
    expect(result.output?.label.sources).not.toContain('q_parse');
    expect(result.output?.label).toMatchObject({
      sources: expect.arrayContaining(['host:mail', 'tool:read_inbox', 'verbatim']),
      control: expect.arrayContaining(['planner', 'q_parse', 'tool:read_inbox']),
      readers: ['user:alice@example.com'],
    });
    const beside = await parseAs(
      ['attacker@evil.com'],
      [ask('names.*'), merge('x', { y: ref('got', 'sure') })],
    );
    expect(beside.result.output?.label.sources).toContain('q_parse');
    expect(beside.result.output?.label.sources).not.toContain('verbatim');
  },
);

verifies('INV-P23', 'what is no copy ends the run', async () => {
  const lies: readonly (readonly string[])[] = [
    ['alice@example.com'],
    ['Attacker@evil.com'],
    ['attacker@evil.com '],
    ['attacker @evil.com'],
    // From two texts of the mail.
    ['m2attacker@evil.com'],
    ['attacker@evil.com', 'alice@example.com'],
    // Looks alike, is another letter.
    ['\u0430ttacker@evil.com'],
  ];
  for (const names of lies) {
    const send = call('send', 'send_email', { to: ref('got', 'names.0'), body: 'see you' });
    const { office, result } = await parseAs(names, [ask('names.*'), send]);
    expect(result).toMatchObject({ status: 'failed', problem: { code: 'parse_not_verbatim' } });
    for (const name of names) expect(JSON.stringify(result.trace)).not.toContain(name);
    expect(result.problem?.message).not.toContain('@');
    expect(office.canaries.of('send_email')).toEqual([]);
  }
});

verifies('INV-P23', 'only text is copied, and only what the answer has', async () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['age', 'parse_not_verbatim'],
    ['sure', 'parse_not_verbatim'],
    ['names', 'parse_not_verbatim'],
    ['other', 'path_missing'],
    ['toString', 'path_missing'],
    ['age.x', 'path_missing'],
  ];
  for (const [path, code] of wrong) {
    const { result } = await parseAs(['attacker@evil.com'], [ask(path)]);
    expect(result).toMatchObject({ status: 'failed', problem: { code } });
  }
});

verifies('INV-P23', 'a copy of content is content', async () => {
  const send = call('send', 'send_email', { to: ref('got', 'names.0'), body: 'see you' });
  const { office, result } = await parseAs(['attacker@evil.com'], [ask('names.*'), send]);
  expectBlocked(result, 'critical_untrusted');
  expect(office.canaries.of('send_email')).toEqual([]);
});

verifies(['INV-P23', 'INV-P13'], 'a rule can tell a copy from what a parser wrote', async () => {
  const sources = ['host:mail', 'tool:read_inbox', 'user', 'verbatim'];
  const declassify = [rule('release', { sources }, { tool: 'send_email' })];
  const send = call('send', 'send_email', { to: ref('got', 'names.0'), body: 'see you' });
  const copied = await parseAs(['attacker@evil.com'], [ask('names.*'), send], declassify);
  expectCommitted(copied.result);
  const written = await parseAs(['attacker@evil.com'], [ask(), send], declassify);
  expectBlocked(written.result, 'critical_untrusted');
  expect(written.office.canaries.of('send_email')).toEqual([]);
});

verifies('INV-P23', 'a copy of one source is a copy of no other', async () => {
  const { result } = await parseAs(['boss@example.com'], [ask('names.*')]);
  expect(result.problem?.code).toBe('parse_not_verbatim');
});
