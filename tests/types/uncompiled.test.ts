/** The snippets that the types refuse, compiled for themselves, beside one that they take. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { projectProgram } from '../architecture/project-program.js';
import { verifies } from '../claims/verifies.js';
import { projectRoot } from '../project.js';

const head = `
import { declassify, EffectDispatcher, type Gate, runQuery, type Engine } from './index.js';
import type { Tainted, Tool, TrustedQuery } from './index.js';
import { runPlan } from './interpreter/interpreter.js';
import type { Session } from './interpreter/session.js';
import type { VerifiedPlan } from './plan/verified-plan.js';
type Plan = import('../schemas/index.js').Plan;
declare const gate: Gate;
declare const tool: Tool;
declare const engine: Engine;
declare const session: Session;
declare const verified: VerifiedPlan;
declare const plan: Plan;
declare const tainted: Tainted;
declare const query: TrustedQuery;
export const used = [declassify, EffectDispatcher, runQuery, runPlan, gate, tool, engine, session];
export const also = [verified, plan, tainted, query];
`;

const compiling: Readonly<Record<string, string>> = {
  'a-gate': 'export const made = new EffectDispatcher(gate, [tool], null);',
  'a-tainted': "export const value = declassify(tainted, { reason: 'shown' });",
  'a-verified-plan': 'export const result = runPlan(session, verified);',
  'a-trusted-query': 'export const result = runQuery(engine, query);',
};

/** Type errors: an argument that does not fit, or too few of them. */
const wrong = /^TS(2345|2554|2740|2739|2741|2322)$/;

const refused: Readonly<Record<string, string>> = {
  'no-gate': 'export const made = new EffectDispatcher();',
  'a-null-gate': 'export const made = new EffectDispatcher(null, [tool], null);',
  'a-gate-shape': 'export const made = new EffectDispatcher({}, [tool], null);',
  'a-raw-string': "export const value = declassify('text', { reason: 'shown' });",
  'a-tainted-shape': "export const v = declassify({ label: tainted.label }, { reason: 'shown' });",
  'a-raw-plan': 'export const result = runPlan(session, plan);',
  'a-text-for-a-query': "export const result = runQuery(engine, 'Do it.');",
};

function fileOf(name: string): string {
  return join(projectRoot, 'kernel', `seed-${name}.ts`);
}

verifies(
  ['INV-B1', 'INV-S1', 'INV-A6'],
  'no gate, no label, no verified plan: no build',
  () => {
    const seeds = Object.entries({ ...compiling, ...refused });
    const program = projectProgram(
      Object.fromEntries(seeds.map(([name, text]) => [`kernel/seed-${name}.ts`, head + text])),
    );
    const errorsIn = (name: string): readonly string[] =>
      program
        .getSemanticDiagnostics(program.getSourceFile(fileOf(name)))
        .map(({ code }) => `TS${code}`);
    for (const name of Object.keys(compiling)) {
      expect({ name, errors: errorsIn(name) }).toEqual({ name, errors: [] });
    }
    for (const name of Object.keys(refused)) {
      const [first = '', ...more] = errorsIn(name);
      expect({ name, first, more }).toEqual({
        name,
        first: expect.stringMatching(wrong),
        more: [],
      });
    }
  },
  { timeout: 600_000 },
);
