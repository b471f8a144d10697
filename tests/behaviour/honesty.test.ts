// The honesty matrix: what it says, and that a kernel does what its yes says.
import { describe, expect } from 'vitest';
import {
  adapters,
  classCoverage,
  honestyFlags,
  honestyRows,
  honestyText,
} from '../../hosts/index.js';
import { scriptedPlanner } from '../../reasoner/index.js';
import { actionClasses } from '../../schemas/index.js';
import type { Claim } from '../claims/claim.js';
import { claims } from '../claims/claims.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { readText } from '../project.js';

const rows = honestyRows();
const cells = classCoverage().flatMap((row) =>
  Object.entries(row.adapters).map(([adapter, cell]) => ({ adapter, class: row.class, ...cell })),
);

describe('the matrix', () => {
  verifies('G-52', 'answers every question for every adapter, once', () => {
    expect(rows.map(({ adapter }) => adapter)).toEqual(adapters);
    expect(adapters).toEqual([
      'kernel',
      'cli',
      'turn',
      'gateway',
      'observe',
      'ai-sdk',
      'openai-agents',
      'langchain',
      'vaglio',
      'foreign-tools',
      'os',
    ]);
    for (const { flags } of rows) expect(Object.keys(flags)).toEqual([...honestyFlags]);
  });

  verifies('G-54', 'has a caveat exactly where a flag is false, and no adapter has none', () => {
    for (const { adapter, flags, caveats } of rows) {
      const noes = honestyFlags.filter((flag) => !flags[flag]);
      expect([adapter, Object.keys(caveats)]).toEqual([adapter, noes]);
      expect(noes.length).toBeGreaterThan(0);
    }
  });

  verifies('G-54', 'leaves no note empty', () => {
    for (const { is, note, caveats } of rows) {
      for (const text of [is, note, ...Object.values(caveats)]) expect(text).toMatch(/\S.{10}/);
    }
    for (const { by, note } of cells) {
      expect(note === null ? by : note).toMatch(note === null ? /^policyGate$/ : /\S.{10}.*\.$/);
    }
  });

  verifies('G-54', 'has an entry for every class and every adapter', () => {
    expect(classCoverage().map((row) => row.class)).toEqual(actionClasses);
    for (const row of classCoverage()) expect(Object.keys(row.adapters)).toEqual([...adapters]);
  });

  verifies('G-53', 'says that tools of the process are in no sandbox, and what is unseen', () => {
    for (const { flags } of rows) expect(flags.inProcSandboxed).toBe(false);
    for (const { flags } of rows) expect(flags.nativeInterceptable).toBe(false);
    const foreign = rows.find(({ adapter }) => adapter === 'foreign-tools');
    expect(Object.values(foreign?.flags ?? { none: true })).not.toContain(true);
  });
});

describe('nothing is called covered that is not', () => {
  verifies('G-55', 'no class is gated for an adapter that does not intercept', () => {
    const gates = rows.filter(({ flags }) => flags.intercepts).map(({ adapter }) => adapter);
    const gated = new Set(
      cells.filter(({ by }) => by === 'policyGate').map((cell) => cell.adapter),
    );
    expect([...gated]).toEqual(gates);
  });

  verifies('G-55', 'every yes rests on claims that tests prove', () => {
    const table: Readonly<Record<string, Claim>> = claims;
    for (const row of rows) {
      const yes = honestyFlags.filter((flag) => row.flags[flag]);
      expect(Object.keys(row.claims)).toEqual(yes);
      for (const id of Object.values(row.claims).flat()) {
        expect(['construction', 'checked']).toContain(table[id]?.kind);
        expect(table[id]?.knownGap).toBeUndefined();
      }
    }
  });

  verifies(['G-52', 'G-55'], 'a kernel filters, intercepts and observes', async () => {
    const planner = scriptedPlanner(
      planOf(call('inbox', 'read_inbox'), call('ring', 'ring_alarm')),
    );
    const office = makeOffice({ planner, grant: ['mail.read'] });
    const { trace, effects } = await office.run('Read my mail and ring.');
    // Filters: the planner was shown what the grant allows.
    expect(planner.seen[0]?.tools.map(({ name }) => name)).not.toContain('ring_alarm');
    expect(planner.seen[0]?.tools.map(({ name }) => name)).toContain('read_inbox');
    // Intercepts: what it named all the same did not run.
    expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['read_inbox']);
    // Observes: each call that ran has an outcome.
    expect(effects.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['read_inbox', 'committed'],
    ]);
    expect(trace.some(({ kind }) => kind === 'effect_ended')).toBe(true);
  });
});

verifies('G-53', 'the text shows every note and every caveat', () => {
  const text = honestyText();
  const notes = [
    ...rows.flatMap(({ note, caveats }) => [note, ...Object.values(caveats)]),
    ...cells.flatMap(({ note }) => (note === null ? [] : [note])),
  ];
  expect(notes.filter((note) => !text.includes(note))).toEqual([]);
  expect(text).not.toContain('\u001b');
});

describe('the limits page', () => {
  const page = readText('docs/limits.md').replaceAll('\n', ' ');

  verifies('G-33', 'says that command rules are no boundary', () => {
    expect(page).toMatch(/Command rules are a convenience/);
    expect(page).toMatch(/stops an agent that behaves, and no agent that means harm/);
  });

  verifies('G-4', 'says that rules and sandbox do not replace each other', () => {
    expect(page).toMatch(/Rules replace no sandbox/);
    expect(page).toMatch(/Nor does a sandbox replace the rules/);
    expect(rows.find(({ adapter }) => adapter === 'os')?.note).toMatch(/rules replace no sandbox/);
  });
});
