/** The snippets that the types refuse, compiled for themselves, beside one that they take. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { projectProgram } from '../architecture/project-program.js';
import { verifies } from '../claims/verifies.js';
import { projectRoot } from '../project.js';

const head = `
import { z } from 'zod';
import { declassify, defineTool, EffectDispatcher, type Gate, runQuery } from './index.js';
import type { DefinitionInput, Engine } from './index.js';
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
const spec = { name: 'x', description: 'x', capabilities: ['x.y'] };
const io = { input: z.strictObject({}), output: z.null() };
const base = { ...spec, ...io, run: () => null };
export const also = [verified, plan, tainted, query, defineTool, base];
export const given: DefinitionInput = { ...spec, ...io, effect: 'read' };
`;

const compiling: Readonly<Record<string, string>> = {
  'a-gate': 'export const made = new EffectDispatcher(gate, [tool], null);',
  'a-tainted': "export const value = declassify(tainted, { reason: 'shown' });",
  'a-verified-plan': 'export const result = runPlan(session, verified);',
  'a-trusted-query': 'export const result = runQuery(engine, query);',
  'a-write': "defineTool({ ...base, effect: 'write', classes: ['gitPush'] });",
  'an-egress': "defineTool({ ...base, effect: 'read', egress: true, classes: ['networkEgress'] });",
  'a-mutating-read':
    "defineTool({ ...base, effect: 'read', mutates: true, classes: ['gitCommit', 'gitPush'] });",
  'a-read': "defineTool({ ...base, effect: 'read' });",
  'a-secret-read': "defineTool({ ...base, effect: 'read', classes: ['secretAccess'] });",
  'a-pure-tool': "defineTool({ ...base, effect: 'pure' });",
};

/** Type errors: an argument that does not fit any signature, or too few of them. */
const wrong = /^TS(2345|2769|2554|2740|2739|2741|2322)$/;

const refused: Readonly<Record<string, string>> = {
  'no-gate': 'export const made = new EffectDispatcher();',
  'a-null-gate': 'export const made = new EffectDispatcher(null, [tool], null);',
  'a-gate-shape': 'export const made = new EffectDispatcher({}, [tool], null);',
  'a-raw-string': "export const value = declassify('text', { reason: 'shown' });",
  'a-tainted-shape': "export const v = declassify({ label: tainted.label }, { reason: 'shown' });",
  'a-raw-plan': 'export const result = runPlan(session, plan);',
  'a-text-for-a-query': "export const result = runQuery(engine, 'Do it.');",
  'a-write-without-classes': "defineTool({ ...base, effect: 'write' });",
  'a-write-of-no-class': "defineTool({ ...base, effect: 'write', classes: [] });",
  'a-write-of-unknown-class': "defineTool({ ...base, effect: 'write', classes: ['gitPull'] });",
  'an-egress-without-classes': "defineTool({ ...base, effect: 'read', egress: true });",
  'an-egress-of-no-class': "defineTool({ ...base, effect: 'read', egress: true, classes: [] });",
  'a-mutating-read-without-classes': "defineTool({ ...base, effect: 'read', mutates: true });",
  'a-pure-tool-with-classes': "defineTool({ ...base, effect: 'pure', classes: ['gitPush'] });",
  'a-definition-without-classes':
    "export const one: DefinitionInput = { ...spec, ...io, effect: 'write' };",
};

function fileOf(name: string): string {
  return join(projectRoot, 'kernel', `seed-${name}.ts`);
}

verifies(
  ['INV-B1', 'INV-S1', 'INV-A6', 'G-7'],
  'no gate, no label, no verified plan, no class: no build',
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
