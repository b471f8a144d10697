// What an approver is shown, and what a preview calls certain.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { resolveCall } from '../../hosts/audit/resolve-call.js';
import { visible } from '../../kernel/approval/view.js';
import { verifies } from '../claims/verifies.js';
import { done, makeNotebook } from '../fakes/notebook.js';
import { call, planOf } from '../fakes/plan-steps.js';

/** Characters that print as nothing or as a blank, beside the space itself. */
const blanks = [
  '\u00a0',
  '\u1680',
  '\u2000',
  '\u2001',
  '\u2002',
  '\u2003',
  '\u2004',
  '\u2005',
  '\u2006',
  '\u2007',
  '\u2008',
  '\u2009',
  '\u200a',
  '\u202f',
  '\u205f',
  '\u3000',
  '\u2800',
  '\u3164',
  '\u115f',
  '\uffa0',
  '\u034f',
  '\u200b',
  '\ufeff',
  '\u{e0041}',
  '\u{1d159}',
  '\u{13441}',
];

verifies(
  'INV-Q17',
  'blanks of every kind are shown by number, and push nothing out of sight',
  () => {
    for (const blank of blanks) {
      const shown = visible(`"pay${blank.repeat(300)}now"`);
      expect([blank.codePointAt(0)?.toString(16), shown.includes(blank)]).toEqual([
        blank.codePointAt(0)?.toString(16),
        false,
      ]);
    }
  },
);

const keyed = {
  idempotency: '/key',
  args: { '/text': { role: 'content' }, '/key': { role: 'content' } },
  input: z.strictObject({ text: z.string(), key: z.union([z.string(), z.number()]) }),
} as const;
const note = (id: string, text: string, key: string | number) => call(id, 'note', { text, key });

verifies(
  'INV-Q13',
  'a preview tells of a key that an earlier call took for other arguments',
  async () => {
    for (const [first, second, outcome] of [
      [note('a', 'milk', 'k'), note('b', 'bread', 'k'), 'deny'],
      [note('a', 'milk', 'k'), note('b', 'milk', 'k'), 'allow'],
      [note('a', 'milk', 'k'), note('b', 'bread', 'l'), 'allow'],
      [note('a', 'milk', 1), note('b', 'bread', '1'), 'allow'],
    ] as const) {
      const { kernel } = makeNotebook({ spec: keyed, answer: done });
      const plan = planOf(first, second);
      const { effects } = kernel.preview('Note it.', { plan });
      const told = effects.map((row) => row.kind === 'call' && row.prediction.outcome);
      const { status } = await kernel.run('Note it.', { plan });
      expect([told, status]).toEqual([
        ['allow', outcome],
        outcome === 'deny' ? 'blocked' : 'committed',
      ]);
    }
  },
);

test('a resolution of a file that is not there makes no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-resolve-'));
  try {
    const path = join(folder, 'mistyped.jsonl');
    await expect(
      resolveCall(path, { call: 'r.1', outcome: 'did_not', by: 'alice' }),
    ).rejects.toMatchObject({ code: 'audit_unavailable' });
    expect([existsSync(path), readdirSync(folder)]).toEqual([false, []]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
