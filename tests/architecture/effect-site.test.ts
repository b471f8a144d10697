/**
 * There is one call of a tool callable in the project, and no way to carry a callable to a second
 * one.
 */

import type ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { projectRoot, readText } from '../project.js';
import { DISPATCHER_FILE, type EffectSites, effectSites, TOOL_RUN_FILE } from './effect-sites.js';
import { projectProgram } from './project-program.js';
import { returnedPromises } from './returned-promises.js';

let program: ts.Program;
let seeded: ts.Program;
beforeAll(() => {
  program = projectProgram();
  seeded = seededProgram();
});

/** What is found in one file of the program with the breaches. */
function sitesIn(file: string): EffectSites {
  return effectSites(seeded, projectRoot, (name) => name === file);
}

function isOurs(file: string): boolean {
  return /^(schemas|kernel|reasoner|hosts|demo)\//.test(file);
}

const head = `import { openTool, type Tool, type ToolRun } from '../effects/tool-run.js';
declare const tool: Tool;
declare const run: ToolRun;
`;

/** Breaches in a file of their own, and a word of the finding that each must cause. */
const seeds: Readonly<Record<string, readonly [string, string]>> = {
  'a second call': ['export const out: unknown = run({}, null as never);', 'call'],
  'a call through an opened handle': [
    'export const out = openTool(tool)({}, null as never);',
    'call',
  ],
  'a call under another name': ['const f = run;\nexport const out = f({}, null as never);', 'call'],
  'a call of what may be undefined': [
    'declare const m: Record<string, ToolRun>;\nexport const out = m["a"]?.({}, null as never);',
    'call',
  ],
  'a call behind parentheses and commas': [
    'export const out = ((0, run))({}, null as never);',
    'call',
  ],
  'Reflect.apply': ['export const out = Reflect.apply(run, undefined, []);', 'Reflect.apply'],
  '.call': ['export const out = run.call(undefined, {}, null as never);', '.call'],
  '.apply': ['export const out = run.apply(undefined, [{}, null as never]);', '.apply'],
  '.bind': ['export const out = run.bind(undefined);', '.bind'],
  'a cast from it': ['export const out = run as (a: never, b: never) => unknown;', 'cast'],
  'a cast to it': ['declare const x: unknown;\nexport const out = x as ToolRun;', 'cast'],
  'passing it on': ['declare function use(f: unknown): void;\nuse(run);', 'value'],
  'returning it': ['export function give(): ToolRun {\n  return run;\n}', 'value'],
  'putting it into an object': ['export const out = { run };', 'value'],
  'putting it into a list': ['export const out: readonly unknown[] = [run];', 'value'],
  'widening it': ['export const out: (a: never, b: never) => unknown = run;', 'value'],
  'giving it to a promise': ['export const out = Promise.resolve({}).then(run as never);', 'cast'],
};

const seedFile = (name: string): string => {
  return `kernel/gate/seed-${Object.keys(seeds).indexOf(name)}.ts`;
};

const PROMISE_SEED = 'kernel/gate/seed-promises.ts';
const promises = `export async function one(): Promise<number> {
  return Promise.resolve(1);
}
export const two = async (): Promise<number> => one();
export async function three(): Promise<number> {
  const inner = (): Promise<number> => one();
  return await inner();
}
export async function four(): Promise<number | null> {
  return three === undefined ? null : three();
}
`;

const inDispatcher = `
export const seedA = openTool(null)({}, null as never);
export const seedB = [openTool(null)];
`;
const inToolRun = `
export const seed = { run: open(null) };
`;

/** One program with every breach: files that are added, and two that are longer. */
function seededProgram(): ts.Program {
  const files = Object.entries(seeds).map(([name, [text]]) => [seedFile(name), head + text]);
  const overlay = {
    ...Object.fromEntries(files),
    [PROMISE_SEED]: promises,
    [DISPATCHER_FILE]: readText(DISPATCHER_FILE) + inDispatcher,
    [TOOL_RUN_FILE]: readText(TOOL_RUN_FILE) + inToolRun,
  };
  return projectProgram(overlay, program);
}

verifies(['INV-B2', 'K-7'], 'one call of a tool callable, in the dispatcher', () => {
  const { calls, breaches } = effectSites(program, projectRoot, isOurs);
  expect(breaches).toEqual([]);
  expect(calls).toHaveLength(1);
  expect(calls[0]).toContain(`${DISPATCHER_FILE}:`);
});

test('no async function of the kernel hands a promise on: its `then` may be patched', () => {
  const inKernel = (file: string): boolean => file.startsWith('kernel/');
  expect(returnedPromises(program, projectRoot, inKernel)).toEqual([]);
  const found = returnedPromises(seeded, projectRoot, (file) => file === PROMISE_SEED);
  expect(found).toEqual([2, 4, 10].map((line) => `${PROMISE_SEED}:${line}`));
});

describe('a seeded breach is found', () => {
  test.each(Object.entries(seeds))('%s', (name, [, word]) => {
    const { calls, breaches } = sitesIn(seedFile(name));
    if (word === 'call') expect(calls.length).toBeGreaterThan(0);
    else expect(breaches.join('\n')).toContain(word);
  });
});

describe('a seeded breach is found in the two files that may touch a callable', () => {
  test('a second call in the dispatcher', () => {
    expect(sitesIn(DISPATCHER_FILE).calls).toHaveLength(2);
  });

  test('a callable in a list in the dispatcher', () => {
    expect(sitesIn(DISPATCHER_FILE).breaches).toHaveLength(1);
  });

  test('a callable that leaves the file of the handle', () => {
    expect(sitesIn(TOOL_RUN_FILE).breaches).toHaveLength(1);
  });
});
