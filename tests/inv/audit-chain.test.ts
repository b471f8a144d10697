// Family T, the audit chain: checkpoints, keys, calls that may have happened, idempotency keys.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { resolveCall } from '../../hosts/audit/resolve-call.js';
import { createKernel, defineTool, memoryAuditSink, openFileAudit } from '../../hosts/index.js';
import { makeKeyFile, signerOf, verifierOf } from '../../hosts/keys/key-file.js';
import { keyPurposes } from '../../hosts/keys/key-purpose.js';
import {
  AuditChain,
  type AuditReport,
  appendAudit,
  appendCheckpoint,
  auditLine,
  verifyAudit,
} from '../../kernel/index.js';
import { GENESIS, type Signer } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { recordsLike, recordsOf, sinkThatFails } from '../fakes/audit-records.js';
import { alice, makeOffice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { auditKeys, checkpointsOf, rewritten, signedLines } from '../fakes/signed-chain.js';
import { scratchFile, scratchFolder } from '../unit/hosts/stores/scratch.js';
import { codeOf } from '../unit/hosts/stores/store-checks.js';
import { runParts } from '../unit/kernel/audit/chains.js';

const { signer, verifier } = auditKeys();
const parts = [...runParts('r1', 3), ...runParts('r2', 2)];
/** 14 records of two runs, with checkpoints as records 1, 7, 13 and 17. */
const lines = signedLines(parts, signer, 5);
const kept = checkpointsOf(lines);
const against = { verifiers: [verifier], kept };

function found({ problems }: AuditReport): readonly string[] {
  return problems.map(({ line, kind, message }) => `${line} ${kind}: ${message}`);
}

verifies('INV-T30', 'a signed chain has a checkpoint from the first record on', () => {
  expect(kept.map(({ seq }) => seq)).toEqual([1, 7, 13, 17]);
  expect(verifyAudit(lines, against)).toMatchObject({
    ok: true,
    records: 18,
    origin: recordsOf(lines)[0]?.hash,
    signed: { checkpoints: 4, kept: 4, records: 17 },
  });
  expect(verifyAudit(lines.slice(0, 1), { verifiers: [verifier] }).problems).toMatchObject([
    { line: 1, kind: 'unsigned' },
  ]);
  expect(verifyAudit([], { verifiers: [verifier] }).ok).toBe(true);
});

verifies('INV-T30', 'what was cut off is named, from the first record that is missing', () => {
  const cut = lines.slice(0, 13);
  expect(verifyAudit(cut).ok).toBe(true);
  expect(verifyAudit(cut, { verifiers: [verifier] }).ok).toBe(true);
  expect(found(verifyAudit(cut, against))).toEqual([
    '13 cut_off: records 13 to 16 are missing: a kept checkpoint names 17 records',
  ]);
  expect(found(verifyAudit([], against))).toContainEqual(
    '0 cut_off: records 0 to 16 are missing: a kept checkpoint names 17 records',
  );
});

verifies('INV-T30', 'a chain that was hashed anew shows at the next checkpoint', () => {
  const copy = rewritten(lines, 8, false);
  expect(verifyAudit(copy).ok).toBe(true);
  expect(found(verifyAudit(copy, against))).toEqual([
    '13 rewrite: records 7 to 12 are not what kept checkpoint 3 signed',
    '16 cut_off: record 16 is missing: a kept checkpoint names 17 records',
  ]);
  const whole = found(verifyAudit(rewritten(lines, 0, true), against));
  expect(whole[0]).toBe(
    '1 rewrite: record 0 is not the first one of the chain of kept checkpoint 1',
  );
  expect(whole).toContainEqual(
    '2 checkpoint: record 1 is a checkpoint of another place or another chain',
  );
});

verifies(
  'INV-T30',
  'two logs that were spliced show it, and a checkpoint fits no other log',
  () => {
    const other = signedLines([...runParts('x1', 3), ...runParts('x2', 2)], signer, 5);
    const copy = [...lines.slice(0, 9), ...other.slice(9)];
    expect(found(verifyAudit(copy, against))[0]).toBe(
      '10 splice: record 9 does not continue the record before it',
    );
    expect(verifyAudit(other, against).problems[0]).toMatchObject({ line: 1, kind: 'rewrite' });
  },
);

verifies('INV-T30', 'no key, another key and no signature are told from a good one', () => {
  const other = auditKeys();
  const strange = verifyAudit(lines, { verifiers: [other.verifier] });
  expect(found(strange)[0]).toBe('2 signature: record 1 is not signed by a key that was given');
  expect(verifyAudit(lines, { verifiers: [other.verifier, verifier] }).ok).toBe(true);
  const throwing = {
    ...verifier,
    verify: () => {
      throw new Error('no');
    },
  };
  expect(verifyAudit(lines, { verifiers: [throwing] }).ok).toBe(false);
  const forged = kept.map((checkpoint) => ({ ...checkpoint, seq: checkpoint.seq + 1 }));
  for (const bad of [forged, [null], ['x'], [{ ...kept[0], signature: '' }]])
    expect(verifyAudit(lines, { verifiers: [verifier], kept: bad }).problems).toMatchObject(
      bad.map(() => ({ line: 0, kind: 'signature' })),
    );
  // Without a key nothing of a kept checkpoint can be believed.
  expect(verifyAudit(lines, { kept }).ok).toBe(false);
});

verifies(['INV-T30', 'INV-T2'], 'where the signer fails, nothing runs', async () => {
  const broken: readonly Signer[] = [
    { key: signer.key, sign: () => 'no signature' },
    {
      key: signer.key,
      sign: () => {
        throw new Error('no');
      },
    },
  ];
  for (const bad of broken) {
    const sink = memoryAuditSink();
    const office = makeOffice({ audit: new AuditChain(sink, { signer: bad }) });
    expectBlocked(
      await office.run('Ring', [call('ring', 'ring_alarm')]),
      'audit_unavailable',
      'admission',
    );
    expect(office.canaries.calls).toEqual([]);
    expect(sink.lines()).toEqual([]);
  }
});

verifies(
  'INV-T30',
  'a chain goes on signing under the same name when it is opened again',
  async () => {
    const path = scratchFile();
    for (let turn = 0; turn < 3; turn += 1) {
      const file = openFileAudit(path);
      const chain = new AuditChain(file, { signer });
      for (const part of runParts(`r${turn}`, 1)) await appendAudit(chain, { ...part, at: turn });
      await appendCheckpoint(chain, turn);
      // Nothing happened in between: there is nothing to sign.
      await appendCheckpoint(chain, turn);
      await file.close();
    }
    const text = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(
      recordsOf(text)
        .map(({ kind }) => kind)
        .join(' '),
    ).toBe(
      Array(3).fill('run_started checkpoint admission terminal run_ended checkpoint').join(' '),
    );
    expect(new Set(checkpointsOf(text).map(({ chain }) => chain)).size).toBe(1);
    expect(verifyAudit(text, { verifiers: [verifier], kept: checkpointsOf(text) }).ok).toBe(true);
    const blind = {
      key: 'a'.repeat(64),
      head: () => ({ seq: 1, hash: GENESIS }),
      append: () => undefined,
    };
    expect(() => new AuditChain(blind, { signer })).toThrow('does not say its `origin`');
  },
);

verifies('INV-T31', 'a key is good for the use that it was made for', async () => {
  const made = keyPurposes.map((purpose) =>
    makeKeyFile(join(scratchFolder(), `${purpose}.key`), purpose),
  );
  for (const { file, publicFile, purpose } of made) {
    const signature = signerOf(file, purpose).sign('text');
    expect(verifierOf(publicFile, purpose).verify('text', signature)).toBe(true);
    expect(verifierOf(publicFile, purpose).verify('texts', signature)).toBe(false);
    for (const other of keyPurposes.filter((one) => one !== purpose)) {
      expect(await codeOf(() => signerOf(file, other))).toBe('key_purpose');
      expect(await codeOf(() => verifierOf(publicFile, other))).toBe('key_purpose');
      // Nor does it help to write another use into the file.
      const copy = join(scratchFolder(), 'copy.pub');
      writeFileSync(copy, readFileSync(publicFile, 'utf8').replace(purpose, other));
      expect(verifierOf(copy, other).verify('text', signature)).toBe(false);
    }
  }
});

/** A run whose record of the end is lost, as if the process had been killed. */
async function crashedRun(): Promise<{ readonly lines: readonly string[]; readonly run: string }> {
  const { sink, kept: store } = sinkThatFails('terminal', 'throws');
  const office = makeOffice({ audit: sink });
  const { run } = await office.run('Note "x"', [call('note', 'save_note', { text: 'x' })]);
  const all = store.lines();
  return { lines: all.slice(0, -1), run };
}

verifies('INV-T32', 'a crash between admission and end leaves the call listed', async () => {
  const { lines: left, run } = await crashedRun();
  expect(verifyAudit(left).unsettled).toMatchObject([
    { run, call: `${run}.1`, step: 'note', tool: 'save_note', state: 'open', seq: 2, late: null },
  ]);
});

verifies(
  'INV-T32',
  'so does a write that did not answer, and what the tool said later',
  async () => {
    const answers = {
      save_note: () => {
        throw new Error('line lost');
      },
    };
    const office = makeOffice({ answers });
    const { run } = await office.run('Note "x"', [call('note', 'save_note', { text: 'x' })]);
    const report = verifyAudit(office.lines());
    expect(report.open).toEqual([]);
    expect(report.unsettled).toMatchObject([{ call: `${run}.1`, state: 'uncertain', late: null }]);
    const body = { kind: 'late_result', data: { settled: 'resolved' } } as const;
    const { line } = auditLine({ body, run, call: `${run}.1`, at: 1 }, report.head);
    expect(verifyAudit([...office.lines(), line]).unsettled).toMatchObject([{ late: 'resolved' }]);
    const fine = makeOffice();
    expectCommitted(await fine.run('Note "x"', [call('note', 'save_note', { text: 'x' })]));
    expect(verifyAudit(fine.lines()).unsettled).toEqual([]);
  },
);

verifies('INV-T33', 'a resolution is a record, and closes one call once', async () => {
  const { lines: left, run } = await crashedRun();
  const path = scratchFile();
  await openFileAudit(path).close();
  writeFileSync(path, `${left.join('\n')}\n`);
  const answer = { call: `${run}.1`, outcome: 'happened', by: 'alice@example.com' } as const;
  const file = openFileAudit(path);
  expect(await codeOf(() => resolveCall(path, answer))).toBe('audit_locked');
  await file.close();
  expect(await codeOf(() => resolveCall(path, { ...answer, call: `${run}.2` }))).toBe(
    'call_unknown',
  );
  expect(await codeOf(() => resolveCall(path, { ...answer, by: 'two\nlines' }))).toBe(
    'usage_malformed',
  );
  expect(await resolveCall(path, answer)).toMatchObject({ run, tool: 'save_note' });
  expect(await codeOf(() => resolveCall(path, answer))).toBe('call_settled');
  const after = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(recordsLike(after, 'resolution')).toMatchObject([
    { run, call: `${run}.1`, data: { outcome: 'happened', by: 'alice@example.com' } },
  ]);
  const report = verifyAudit(after);
  expect(report).toMatchObject({ ok: true, open: [], unsettled: [] });
  // A second one, written past the command, is a fault of the chain.
  const body = { kind: 'resolution', data: { outcome: 'did_not', by: 'eve' } } as const;
  const { line } = auditLine({ body, run, call: `${run}.1`, at: 1 }, report.head);
  expect(found(verifyAudit([...after, line]))).toEqual([
    '5 unadmitted: record 4 resolves a call that needs none',
  ]);
});

/** A kernel whose one tool pays once a key. */
function till(run: () => string = () => 'paid') {
  const sink = memoryAuditSink();
  const pay = defineTool({
    name: 'pay',
    description: 'Pays an amount once a key.',
    effect: 'write',
    classes: ['networkEgress'],
    capabilities: ['money.pay'],
    idempotency: '/key',
    input: z.strictObject({ key: z.string().optional(), amount: z.number() }),
    output: z.string(),
    run,
  });
  const means = { grant: ['money.pay'], principal: alice, home: '/home/alice' };
  return { kernel: createKernel({ tools: [pay], audit: sink, ...means }), sink };
}

const words = 'Pay 5, or 7, under "k-1" or "k-2"';

verifies('INV-T35', 'the same key with other arguments is refused, in one run', async () => {
  const { kernel, sink } = till();
  const pay = (id: string, key: string, amount: number) => call(id, 'pay', { key, amount });
  const again = planOf(pay('a', 'k-1', 5), pay('b', 'k-1', 5), pay('c', 'k-2', 7));
  expectCommitted(await kernel.run(words, { plan: again }));
  const other = await kernel.run(words, { plan: planOf(pay('a', 'k-1', 5), pay('b', 'k-1', 7)) });
  expectBlocked(other, 'idempotency_conflict', 'admission');
  expect(other.effects).toMatchObject([{ step: 'a', outcome: 'committed' }]);
  expect(recordsLike(sink.lines(), 'denial').map(({ data }) => data)).toMatchObject([
    { step: 'b', code: 'idempotency_conflict' },
  ]);
  const digests = recordsLike(sink.lines(), 'admission').map(({ data }) => data.idempotency);
  expect(digests).toHaveLength(4);
  expect(new Set(digests).size).toBe(2);
  expect(sink.lines().join()).not.toMatch(/k-[12]/);
});

verifies(
  ['INV-T32', 'INV-T35'],
  'with a key the call may be made again, without one not',
  async () => {
    const { kernel, sink } = till(() => {
      throw new Error('line lost');
    });
    const withKey = await kernel.run(words, {
      plan: planOf(call('a', 'pay', { key: 'k-1', amount: 5 })),
    });
    expect(withKey).toMatchObject({ status: 'uncertain', problem: { code: 'tool_failed' } });
    expect(withKey.problem?.mend).toContain('same idempotency key');
    const without = await kernel.run(words, { plan: planOf(call('a', 'pay', { amount: 5 })) });
    expect(without.problem?.mend).toContain('look whether the effect happened');
    const [one, two] = verifyAudit(sink.lines()).unsettled;
    expect(one?.idempotency).toMatch(/^[0-9a-f]{64}$/);
    expect(two?.idempotency).toBe(null);
  },
);

verifies('INV-T35', 'an idempotency key is one text or number of the input, or no tool', () => {
  const made = (idempotency: string): ReturnType<typeof defineTool> =>
    defineTool({
      name: 'pay',
      description: 'Pays.',
      effect: 'write',
      classes: ['networkEgress'],
      capabilities: ['money.pay'],
      idempotency,
      input: z.strictObject({
        key: z.string(),
        number: z.int(),
        kind: z.enum(['a', 'b']),
        of: z.strictObject({ id: z.union([z.string(), z.number()]).optional() }),
        list: z.array(z.string()),
        maybe: z.string().nullable(),
        flag: z.boolean(),
        any: z.json(),
      }),
      output: z.null(),
      run: () => null,
    });
  for (const good of ['/key', '/number', '/kind', '/of/id', '/list/0'])
    expect(made(good).name).toBe('pay');
  for (const bad of ['/keys', '/of', '/of/no', '/list', '/list/*', '/maybe', '/flag', '/any', ''])
    expect(() => made(bad), bad).toThrow('tool definition');
});
