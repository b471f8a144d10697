/** Runs one call through a whole kernel under rules, with nobody to ask unless a case says so. */
import { expect } from 'vitest';
import { z } from 'zod';
import { classed, type DefinitionParts } from '../../hosts/conformance/classed.js';
import {
  createKernel,
  type Kernel,
  type KernelConfig,
  memoryAuditSink,
} from '../../hosts/index.js';
import type { ActionClass, ArgumentDimension, PathResolver } from '../../schemas/index.js';
import { type Canaries, makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { type CaseOutcome, decides } from './decides.js';
import type { KernelCaseId } from './kernel-cases.js';
import type { Rules } from './rule-setups.js';

type Texts = Readonly<Record<string, string>>;

/** One call, and the rules that it meets. */
export interface RuledCall {
  readonly tool: string;
  readonly args: Texts;
  /** What it changes; a tool without any reads. */
  readonly classes?: readonly ActionClass[];
  /** What an argument names, where its key does not tell. */
  readonly names?: Readonly<Record<string, ArgumentDimension>>;
  readonly rules?: Rules;
  /** Where paths lead that do not lead to themselves. */
  readonly links?: Texts;
  readonly config?: Partial<KernelConfig>;
  /** Arguments that the same rules let pass: they are no rules that deny everything. */
  readonly control?: Texts;
}

/** What came of it, and what was written down. */
export interface RuledOutcome {
  readonly code: CaseOutcome;
  /** What the user is told where it was stopped. */
  readonly message: string | null;
  readonly lines: readonly string[];
}

/** A resolver to whom every path is its own end, but for those that are named. */
export function pathsWith(links: Texts): PathResolver {
  return {
    resolve: (path) => ({
      real: Object.hasOwn(links, path) ? (links[path] ?? path) : path,
      names: 1,
    }),
  };
}

/** What an argument is declared as; null where its key says enough. */
function argOf(isRead: boolean, names: ArgumentDimension | undefined): object | null {
  if (isRead && names === undefined) return null;
  return { ...(isRead ? {} : { role: 'content' }), ...(names === undefined ? {} : { names }) };
}

function definitionOf({ tool, args, classes = [], names = {} }: RuledCall): DefinitionParts {
  const keys = Object.keys(args);
  const isEgress = classes.includes('networkEgress');
  const isRead = classes.length === 0 || isEgress;
  const declared = keys
    .map((key) => [`/${key}`, argOf(isRead, names[key])] as const)
    .filter(([, arg]) => arg !== null);
  return {
    name: tool,
    description: 'x',
    capabilities: ['use'],
    effect: isRead ? 'read' : 'write',
    egress: isEgress,
    classes,
    ...(isRead ? {} : { sink: 'own' }),
    args: Object.fromEntries(declared) as NonNullable<DefinitionParts['args']>,
    input: z.strictObject(Object.fromEntries(keys.map((key) => [key, z.string()]))),
    output: z.null(),
  };
}

interface Opened {
  readonly kernel: Kernel;
  readonly canaries: Canaries;
  readonly lines: () => readonly string[];
}

function opened(given: RuledCall): Opened {
  const { rules = {}, links = {}, config = {} } = given;
  const canaries = makeCanaries();
  const sink = memoryAuditSink();
  const isOwn = config.ports?.policy === undefined;
  const kernel = createKernel({
    tools: [canaries.tool(classed(definitionOf(given)), null)],
    ...(isOwn ? { grant: ['use'], guardrails: { version: 1, ...rules } } : {}),
    principal: alice,
    home: '/home/u',
    cwd: '/workspace',
    audit: sink,
    ports: { paths: pathsWith(links) },
    ...config,
  });
  return { kernel, canaries, lines: () => sink.lines() };
}

async function problemOf({ kernel, canaries }: Opened, tool: string, args: Texts) {
  const before = canaries.calls.length;
  // The words are the user's, so that labels have nothing against them.
  const query = `Do it: ${Object.values(args).join(' ')}`;
  const result = await kernel.run(query, { plan: planOf(call('a', tool, args)) });
  const ran = canaries.calls.slice(before).map((one) => one.args);
  expect(ran).toEqual(result.status === 'committed' ? [args] : []);
  return result.problem;
}

/** Runs it; a call that is stopped has no effect, one that is not has exactly one. */
export async function ruledCall(given: RuledCall, times = 1): Promise<RuledOutcome> {
  const { tool, args, control } = given;
  const kernel = opened(given);
  if (control !== undefined) expect(await problemOf(kernel, tool, control)).toBeNull();
  const codes = new Set<CaseOutcome>();
  let message: string | null = null;
  for (let n = 0; n < times; n += 1) {
    const problem = await problemOf(kernel, tool, args);
    codes.add(problem?.code ?? null);
    message = problem?.message ?? null;
  }
  const [code = null, ...others] = codes;
  expect(others).toEqual([]);
  return { code, message, lines: kernel.lines() };
}

/** Registers the tests of a table of cases. */
export function decidesAll(cases: Readonly<Partial<Record<KernelCaseId, RuledCall>>>): void {
  for (const [id, given] of Object.entries(cases))
    decides(id as KernelCaseId, async () => (await ruledCall(given)).code);
}

/** A command line, given to a tool that runs commands. */
export function shell(command: string, rules: Rules, ordinary?: string): RuledCall {
  return {
    tool: 'shell_exec',
    args: { command },
    classes: ['processSpawn'],
    rules,
    ...(ordinary === undefined ? {} : { control: { command: ordinary } }),
  };
}

/** A file, read. */
export function read(path: string, rules: Rules, ordinary?: string): RuledCall {
  return {
    tool: 'fs_read',
    args: { path },
    rules,
    ...(ordinary === undefined ? {} : { control: { path: ordinary } }),
  };
}

/** A file, written. */
export function write(path: string, rules: Rules, ordinary?: string): RuledCall {
  return {
    tool: 'fs_write',
    args: { path, data: 'x' },
    classes: ['workspaceMutation'],
    rules,
    ...(ordinary === undefined ? {} : { control: { path: ordinary, data: 'x' } }),
  };
}

/** An address, fetched. */
export function get(url: string, rules: Rules, ordinary?: string): RuledCall {
  return {
    tool: 'http_get',
    args: { url },
    classes: ['networkEgress'],
    rules,
    ...(ordinary === undefined ? {} : { control: { url: ordinary } }),
  };
}
