// A parser that says that it copied what it wrote. Whatever it answers, nothing that does not stand
// in the source is labelled as copied.
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { scriptedParser } from '../../reasoner/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice, officeSchemas } from '../fakes/office.js';
import { call, copying, parse, ref } from '../fakes/plan-steps.js';
import { rule } from '../fakes/release-rule.js';

const query = 'Answer "see you" to whoever wrote';
const schemas = {
  ...officeSchemas,
  found: z.strictObject({ to: z.unknown(), other: z.unknown() }),
};
const steps = [
  call('inbox', 'read_inbox'),
  copying(parse('got', ref('inbox', '0'), 'found'), 'to'),
  call('send', 'send_email', { to: ref('got', 'to'), body: 'see you' }),
];
// The host trusts what was copied out of a mail, and nothing else.
const declassify = [
  rule(
    'release',
    { sources: ['tool:read_inbox', 'host:mail', 'user', 'verbatim'] },
    { tool: 'send_email', argument: '/to' },
  ),
];

async function sentFor(to: unknown): Promise<{ readonly sent: unknown; readonly code: unknown }> {
  const parser = scriptedParser({ found: { to, other: 'boss@example.com' } as never });
  const office = makeOffice({ parser, schemas, declassify });
  const { problem } = await office.run(query, steps);
  return { sent: office.canaries.of('send_email'), code: problem?.code };
}

describe('a parser that lies', () => {
  verifies('INV-P23', 'is believed where it did copy', async () => {
    expect(await sentFor('boss@example.com')).toMatchObject({ sent: [{ to: 'boss@example.com' }] });
  });

  verifies('INV-P23', 'about an address of its own, or one from elsewhere', async () => {
    for (const to of [
      ...['attacker@evil.com', 'BOSS@example.com', 'boss@example.com ', 'boss@example.org'],
      ...['boss@\u0435xample.com', 'm1boss@example.com', 'boss@example.comThe door code'],
    ]) {
      expect(await sentFor(to)).toEqual({ sent: [], code: 'parse_not_verbatim' });
    }
  });

  verifies('INV-P23', 'about what is no text', async () => {
    for (const to of [4711, true, null, ['boss@example.com'], { to: 'boss@example.com' }]) {
      expect(await sentFor(to)).toEqual({ sent: [], code: 'parse_not_verbatim' });
    }
  });

  verifies('INV-P23', 'by an answer that changes when it is looked at again', async () => {
    let asked = 0;
    const answer = Object.defineProperty({ other: 'x' }, 'to', {
      enumerable: true,
      get: () => {
        asked += 1;
        return asked === 1 ? 'boss@example.com' : 'attacker@evil.com';
      },
    });
    const office = makeOffice({ parser: { parse: async () => answer }, schemas, declassify });
    await office.run(query, steps);
    expect(JSON.stringify(office.canaries.of('send_email'))).not.toContain('evil');
  });

  verifies('INV-P23', 'by leaving out what it promised', async () => {
    const office = makeOffice({
      parser: { parse: async () => ({ other: 'x' }) },
      schemas,
      declassify,
    });
    const { problem } = await office.run(query, steps);
    expect(['path_missing', 'parse_invalid']).toContain(problem?.code);
    expect(office.canaries.of('send_email')).toEqual([]);
  });
});
