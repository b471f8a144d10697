// Family A, items 1 and 4 to 8; C21, C24: safety modes, and what answers the grey list.
import { describe, expect } from 'vitest';
import { compileGuardrails, Gate, isRememberRefusal, rememberedRule } from '../../kernel/index.js';
import { type GuardrailDocumentInput, readSafetyMode, safetyModes } from '../../schemas/index.js';
import { codeThrownBy } from '../cases/decides.js';
import { verifies } from '../claims/verifies.js';
import { readLine } from '../fakes/command-line.js';
import { makeNotebook } from '../fakes/notebook.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { runLine } from '../fakes/safety-shell.js';

verifies('A-6', 'aliases are read as review and are no modes themselves', async () => {
  for (const alias of ['trust', 'ai_review'] as const) {
    expect(readSafetyMode(alias)).toBe('review');
    expect(safetyModes).not.toContain(alias);
    expect((await runLine('mv a b', { safetyMode: alias })).cell).toBe('a');
  }
});

verifies('A-7', 'without a mode it is normal, and an unknown word is refused', async () => {
  expect((await runLine('mv a b')).cell).toBe('a');
  for (const word of ['YOLO', 'off', '', '__proto__', 'toString', 7, null]) {
    const given = { safetyMode: word as 'yolo' };
    expect(codeThrownBy(() => makeNotebook(given))).toBe('config_malformed');
    if (word !== null) expect(readSafetyMode(String(word))).toBeNull();
    const policy = { current: () => ({ version: '1', grant: [], declassify: [] }) };
    // A gate takes the plain names alone.
    for (const safety of [word, 'trust'])
      expect(codeThrownBy(() => new Gate({ policy, home: null, safety: safety as 'yolo' }))).toBe(
        'config_malformed',
      );
  }
});

verifies('A-8', 'a grey command asks with all that binds it, and then runs or not', async () => {
  const { approver, result, records } = await runLine('rm -rf ./build');
  const [request] = approver.asked;
  expect(request?.obligations.map(({ source, rule }) => `${source} ${rule}`)).toEqual([
    'rules default.fileDelete',
    'rules safety.grey.rm',
  ]);
  const run = records.find(({ kind }) => kind === 'ruling')?.run;
  expect(request).toMatchObject({ tool: 'shell_exec', run });
  expect(request?.args).toMatch(/^[0-9a-f]{64}$/u);
  expect((request?.expiresAt ?? 0) - (request?.openedAt ?? 0)).toBe(120_000);
  expectBlocked(result, 'approval_denied', 'approval');
});

verifies(['A-8', 'C35'], 'a hard denial asks nobody and is written down', async () => {
  for (const line of ['rm -rf /', 'loginctl poweroff']) {
    const { approver, result, records } = await runLine(line);
    expect(result.status).toBe('blocked');
    expect(approver.asked).toEqual([]);
    expect(records.map(({ kind }) => kind)).toContain('denial');
    expect(records.map(({ kind }) => kind)).not.toContain('ruling');
  }
});

verifies(
  ['A-8', 'A-1', 'A-4'],
  'what no layer minds runs by itself, on frozen arguments',
  async () => {
    let seen: object = {};
    const spec = { classes: undefined, effect: 'read' } as const;
    const notebook = makeNotebook({
      spec,
      answer: (args: object) => {
        seen = args;
        return { ok: true };
      },
    });
    expectCommitted(await notebook.note());
    expect(seen).toEqual({ text: 'milk' });
    expect(Object.isFrozen(seen)).toBe(true);
  },
);

type Rule = NonNullable<GuardrailDocumentInput['rules']>[number];

const run = (line: string, ...rules: readonly Omit<Rule, 'id'>[]) =>
  runLine(line, {
    space: 's',
    agent: 'g',
    guardrails: { version: 1, rules: rules.map((rule, at) => ({ ...rule, id: `own${at}` })) },
  });

const allow = { decision: 'allow', scope: 'workspace' } as const;

describe('the grey list is answered in advance by', () => {
  for (const scope of ['space:s', 'agent:g', 'workspace'])
    verifies('C21', `a rule about the very command, of ${scope}`, async () => {
      const rule = { ...allow, scope, command: 'mv a b', exact: true } as const;
      expect((await run('mv a b', rule)).cell).toBe('r');
      expect((await run('mv a c', rule)).cell).toBe('a');
      expect((await run('mv a b; mv c d', rule)).cell).toBe('a');
      expect((await run('nice mv a b', rule)).cell).toBe('r');
    });

  verifies('C21', 'a rule within bounds about every class that the command adds', async () => {
    const inside = { paths: ['/workspace', '/workspace/**'] };
    const changes = { ...allow, class: 'workspaceMutation', constraint: inside } as const;
    expect((await run('mv a b', changes)).cell).toBe('r');
    expect((await run('echo x > f', changes)).cell).toBe('r');
    // It adds a write outside the work tree, of which no rule speaks.
    expect((await run('mv a /tmp/b', changes)).cell).toBe('a');
    // It adds no class: only a rule about the command names it.
    expect((await run('npm test', changes)).cell).toBe('a');
    const spawn = { ...allow, class: 'processSpawn', constraint: { commands: ['npm test'] } };
    expect((await run('npm test', spawn as Rule)).cell).toBe('a');
  });

  verifies('C21', 'what the user had remembered, for its time', async () => {
    const [command] = readLine('mv a b').commands;
    if (command === undefined) throw new Error('no command');
    const action = {
      ...{ tool: null, classes: [], commands: [command], isOpaque: false },
      ...{ paths: null, refs: null, hosts: null, count: null, cents: null },
    };
    const about = { action, about: { command }, scope: 'workspace', decision: 'allow' } as const;
    const rule = rememberedRule({ ...about, now: Date.now(), ttlMs: 3_600_000, id: 'kept' });
    if (isRememberRefusal(rule)) throw new Error(rule.reason);
    expect((await run('mv a b', rule)).cell).toBe('r');
    expect((await run('mv a b', { ...rule, expiresAt: 1 })).cell).toBe('a');
  });
});

describe('the grey list is not answered by', () => {
  const others = {
    'a class as a whole': { ...allow, class: 'workspaceMutation' },
    'an advisory rule': { ...allow, command: 'mv', enforcement: 'advisory' },
    'a rule of another space': { ...allow, scope: 'space:t', command: 'mv' },
    'a rule about a wrapper': { ...allow, command: 'nice mv' },
    'a rule that cannot be told': {
      ...allow,
      command: 'mv',
      constraint: { hosts: ['example.com'] },
    },
  } as const satisfies Readonly<Record<string, Omit<Rule, 'id'>>>;
  for (const [what, rule] of Object.entries(others))
    verifies('A-3', what, async () => expect((await run('mv a b', rule)).cell).toBe('a'));

  verifies('A-3', 'an allow of the managed tier, or a template', async () => {
    const managed = [{ ...allow, id: 'm', scope: 'managed', command: 'mv' }] as const;
    for (const document of [{ managed }, { template: 'permissive' }] as const) {
      const guardrails = { version: 1, ...document } as GuardrailDocumentInput;
      expect((await runLine('mv a b', { guardrails })).cell).toBe('a');
    }
  });
});

verifies('C24', 'no rule of a document has the name of a list or a confirmation', () => {
  for (const id of ['safety.grey.mv', 'safety.x', 'confirm.tool', 'confirm.asked'])
    expect(
      codeThrownBy(() =>
        compileGuardrails({ version: 1, rules: [{ ...allow, id, command: 'mv' }] }),
      ),
    ).toBe('config_malformed');
  compileGuardrails({ version: 1, rules: [{ ...allow, id: 'safety', command: 'mv' }] });
});
