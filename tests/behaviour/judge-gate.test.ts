// Family V, items 1, 3, 44 to 47; C1, C2, C6: where guard and judge stand in a run.
import { expect } from 'vitest';
import { z } from 'zod';
import { verifyAudit } from '../../kernel/index.js';
import type { StageAnswer } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { recordsLike, sinkThatFails } from '../fakes/audit-records.js';
import { judgeThat } from '../fakes/judge-that.js';
import { makeNotebook, noteSpec } from '../fakes/notebook.js';
import { eventsOf } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

function judged(answers: readonly StageAnswer[] | undefined): StageAnswer | undefined {
  return answers?.find(({ stage }) => stage === 'judge');
}

verifies('V-1', 'a call that guard or judge refuses does not run', async () => {
  const strict = makeNotebook({ judge: { threshold: 0.9 } });
  const denial = expectBlocked(await strict.note(), 'judge_denied', 'judge');
  expect(denial?.reason).toBe("judge: score 0.80 < threshold 0.90 (intent mentions 'note')");
  expect(strict.notes()).toEqual([]);
  const guarded = makeNotebook();
  expectBlocked(await guarded.note('~/.gnupg/x'), 'guard_forbidden_path', 'guard');
  expect(guarded.notes()).toEqual([]);
});

verifies('V-3', 'the guard answers the same whichever judge is chosen', async () => {
  const judges = [
    {},
    { threshold: 0 },
    { kind: 'llm-v1' },
    { kind: 'llm-v1', port: judgeThat(1), llmThreshold: 0 },
  ] as const;
  const denials = [];
  for (const judge of judges) {
    const result = await makeNotebook({ judge }).note('/root/x');
    denials.push(expectBlocked(result, 'guard_forbidden_path', 'guard'));
  }
  expect(new Set(denials.map((denial) => JSON.stringify(denial))).size).toBe(1);
});

verifies('V-44', 'each kind of refusal has its own code and reason', async () => {
  const cases = [
    [{}, '/etc/passwd', 'guard_forbidden_path', /^guard: forbidden path/],
    [{}, 7, 'schema_invalid', /^arguments of `note`/],
    [{ judge: { threshold: 1 } }, 'milk', 'judge_denied', /^judge: score 0\.80 < threshold 1\.00/],
  ] as const;
  for (const [options, text, code, reason] of cases) {
    const { problem } = await makeNotebook(options).note(text);
    expect(problem?.code).toBe(code);
    expect(problem?.message).toMatch(reason);
  }
});

verifies(['C1', 'V-44'], 'the guard looks before the schema and after it', async () => {
  const { input } = noteSpec;
  const both = makeNotebook({ spec: { input: input.extend({ text: z.never() }) } });
  expectBlocked(await both.note('/etc/passwd'), 'guard_forbidden_path', 'guard');
  const text = input.shape.text.transform((given) => given.replace('A', '/etc/passwd'));
  const spec = { input: input.extend({ text }) } as never;
  const normalised = makeNotebook({ spec, declassify: () => 'release' });
  expectBlocked(await normalised.note('A'), 'guard_forbidden_path', 'guard');
  expect(normalised.notes()).toEqual([]);
});

verifies(['V-46', 'V-47'], 'each call of a run has its own judgement in the trace', async () => {
  const notebook = makeNotebook();
  const five = ['a', 'b', 'c', 'd', 'e'].map((id) => call(id, 'note', { text: 'milk' }));
  const result = await notebook.kernel.run('Note milk.', { plan: planOf(...five) });
  expectCommitted(result);
  const answers = eventsOf(result, 'gate_allowed').map((event) => judged(event.answers));
  expect(answers).toHaveLength(5);
  for (const answer of answers) {
    expect(answer).toEqual({
      stage: 'judge',
      outcome: 'allow',
      judgement: {
        kind: 'rule-based-v1',
        score: 0.8,
        threshold: 0.3,
        notes: ["intent mentions 'note'"],
      },
    });
  }
});

verifies('V-45', 'the judge knows whether a call is critical', async () => {
  const pure = { name: 'work_it', effect: 'pure', sink: undefined, capabilities: [] } as const;
  const cases = [
    [pure, 0.75],
    [{ ...pure, effect: 'read', capabilities: ['notes.write'] }, 0.75],
    [{ ...pure, effect: 'read', mutates: true, capabilities: ['notes.write'] }, 0.7],
    [{ ...pure, effect: 'read', egress: true, capabilities: ['notes.write'] }, 0.7],
    [{ name: 'work_it' }, 0.7],
  ] as const;
  for (const [spec, score] of cases) {
    const notebook = makeNotebook({ spec: spec as never, declassify: () => 'release' });
    const plan = planOf(call('n', 'work_it', { text: 'milk' }));
    const result = await notebook.kernel.run('Take milk.', { plan });
    expectCommitted(result);
    const [allowed] = eventsOf(result, 'gate_allowed');
    expect(judged(allowed?.answers)?.judgement).toMatchObject({ kind: 'rule-based-v1', score });
  }
});

verifies('C6', 'the shortcut is for reads whose arguments stay', async () => {
  const read = { name: 'get_note', effect: 'read', sink: undefined } as const;
  const cases = [
    [read, 'safe-verb-shortcut'],
    [{ ...read, egress: true }, 'rule-based-v1'],
    [{ ...read, mutates: true }, 'rule-based-v1'],
    [{ ...read, capabilities: ['notes.write', 'networkEgress'] }, 'rule-based-v1'],
    [{ name: 'get_note', effect: 'write' }, 'rule-based-v1'],
  ] as const;
  for (const [spec, kind] of cases) {
    const grant = ['notes.write', 'networkEgress'];
    const declassify = () => 'release' as const;
    const options = { spec: spec as never, grant, declassify };
    const plan = planOf(call('n', 'get_note', { text: 'milk' }));
    const result = await makeNotebook(options).kernel.run('Get milk.', { plan });
    expectCommitted(result);
    const [allowed] = eventsOf(result, 'gate_allowed');
    expect(judged(allowed?.answers)?.judgement).toMatchObject({ kind });
  }
});

verifies(
  'C2',
  'the admission record holds what the judge found, and no effect runs without it',
  async () => {
    const notebook = makeNotebook();
    expectCommitted(await notebook.note());
    const [admission] = notebook.records().filter(({ kind }) => kind === 'admission');
    expect(JSON.stringify(admission?.data)).toContain(
      '{"stage":"judge","outcome":"allow",' +
        '"judgement":{"kind":"rule-based-v1","score":0.8,"threshold":0.3}}',
    );
    const { sink, kept } = sinkThatFails('admission', 'throws');
    const shut = makeNotebook({ audit: sink });
    expectBlocked(await shut.note(), 'audit_unavailable', 'admission');
    expect([shut.notes(), recordsLike(kept.lines(), 'admission')]).toEqual([[], []]);
  },
);

verifies('C2', 'a chain with judgements verifies, and one that was edited does not', async () => {
  const { sink, kept } = sinkThatFails('release', 'throws');
  const notebook = makeNotebook({ audit: sink, judge: { kind: 'llm-v1', port: judgeThat(0.9) } });
  expectCommitted(await notebook.note());
  const lines = kept.lines();
  expect(verifyAudit(lines).ok).toBe(true);
  const edited = lines.map((line) => line.replace('"score":0.9', '"score":0.8'));
  expect(edited).not.toEqual(lines);
  expect(verifyAudit(edited).ok).toBe(false);
});
