// What an approver is shown: nothing invisible, and never the same for two calls.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subjectDigest } from '../../kernel/approval/request.js';
import { approvalView } from '../../kernel/approval/view.js';
import { requestLines } from '../../kernel/index.js';
import type { Unit } from '../../kernel/provenance/units.js';
import {
  type ApprovalRequest,
  type JsonObject,
  makeLabel,
  pointerTo,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';

const untrusted = makeLabel({
  sources: ['tool:inbox'],
  control: ['tool:inbox'],
  readers: [],
  subjects: [],
});

function requestOf(args: JsonObject): ApprovalRequest {
  const units = Object.entries(args).map(
    ([key, value]): Unit => ({
      pointer: pointerTo('', key),
      spec: { role: 'critical' },
      label: untrusted,
      value,
      isShape: false,
      bits: Number.POSITIVE_INFINITY,
    }),
  );
  const subject = {
    approval: 'a1',
    run: 'r1',
    call: 'r1.1',
    principal: 'user:alice@example.com',
    agent: null,
    tool: 'send',
    definition: 'd'.repeat(64),
    // The same for all: the lines alone have to tell calls apart.
    args: 'a'.repeat(64),
    labels: 'b'.repeat(64),
    policy: '1',
    cwd: null,
    environment: [],
    timeoutMs: null,
    obligations: [{ source: 'rules', rule: 'r', reason: 'why' }],
    needs: { atLeast: 1, signed: false },
    openedAt: 0,
    expiresAt: 120_000,
  } as const;
  return { ...subject, view: approvalView(args, units), digest: subjectDigest(subject) };
}

const nasty = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          'a',
          '\u0430',
          'l',
          ' ',
          '    ',
          '\u00a0',
          '\u200b',
          '\u202e',
          '\u001b[2K',
          '\r',
          '\n',
          '\\',
          '\\u{20}',
          '{4}',
          '"',
          'e\u0301',
          '\u00e9',
          '\u{e0041}',
          '\u2028',
          '\ufeff',
          '\t',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  )
  .filter((text) => !/\p{Surrogate}/u.test(text));

verifies('INV-Q17', 'two different values have different lines', () => {
  fc.assert(
    fc.property(nasty, nasty, (one, other) => {
      fc.pre(one !== other);
      const lines = [one, other].map((text) => requestLines(requestOf({ to: text })).join('\n'));
      expect(lines[0]).not.toBe(lines[1]);
      // As plain ASCII too: letters that look alike are spelt out.
      const ascii = lines.map((text) => text.split('\n').filter((line) => /^[ -~]*$/.test(line)));
      expect(ascii[0]).not.toEqual(ascii[1]);
    }),
  );
});

verifies('INV-Q17', 'no line holds what is not seen, whatever keys and values are', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        nasty.filter((k) => !['__proto__', 'constructor', 'prototype'].includes(k)),
        nasty,
        { maxKeys: 6 },
      ),
      (args) => {
        for (const line of requestLines(requestOf({ ...args }))) {
          expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
          expect(line).not.toMatch(/\S {12,}/);
          expect(line.length).toBeLessThan(30_000);
        }
      },
    ),
  );
});

verifies('INV-Q17', 'what is cut off is told apart by its digest', () => {
  const long = 'x'.repeat(3000);
  const [one, other] = ['a', 'b'].map((end) => requestLines(requestOf({ to: `${long}${end}` })));
  expect(one).not.toEqual(other);
  expect(one?.some((line) => line.includes('NOT SHOWN: the rest of 3003 characters'))).toBe(true);
});

test('a tainted value names who wrote it and who chose it', () => {
  const lines = requestLines(requestOf({ to: 'eve@evil.example' }));
  expect(lines).toContain('    UNTRUSTED: written by tool:inbox; chosen by tool:inbox');
});
