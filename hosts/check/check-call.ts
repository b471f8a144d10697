/**
 * One call through every deterministic stage of the Gate, without running anything: what a batch
 * prints a line of. Judges by rules; nobody is asked.
 */
import { z } from 'zod';
import {
  compileGuardrails,
  defineTool,
  Gate,
  type Guardrails,
  makeJudgeLayer,
  type Tool,
  type WhatIfAnswer,
  whatIf,
} from '../../kernel/index.js';
import {
  type ActionClass,
  type Code,
  type DeclassPolicy,
  type Effect,
  type GuardrailDocumentInput,
  isJsonObject,
  type Json,
  type Obligation,
  type Outcome,
  type PathResolver,
  policyTemplates,
  type Remedy,
  readSafetyMode,
  type ShellParser,
  type StageAnswer,
  type StageName,
  tierClasses,
} from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { judgeOptions } from '../vaglio/judge-settings.js';
import { type CallLine, instantOf, labelOf } from './call-line.js';
import { sketchOf } from './known-tools.js';

/** What all calls of a file share. */
export interface CheckMeans {
  /** Tools of a host, by name; others are taken for what their names say. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Rules for calls that bring none. */
  readonly guardrails: Guardrails;
  readonly declassify: DeclassPolicy;
  readonly principal: string;
  readonly home: string | null;
  readonly cwd: string | null;
  readonly shell: ShellParser | null;
  readonly paths: PathResolver | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** One decision, as it is printed. */
export interface Decision {
  readonly id: Json;
  readonly outcome: Outcome;
  /** The stage that decided; null where every stage allowed. */
  readonly stage: StageName | null;
  readonly code: Code | null;
  readonly reason: string | null;
  /** The rules that decided, by id. */
  readonly rule?: string;
  readonly remedies: readonly Remedy[];
  readonly answers?: readonly StageAnswer[];
}

/**
 * Decides one call. `isWhole` adds the answer of every stage.
 * @throws KernelFault or HostError where the line holds a policy that is none
 */
export function checkCall(line: CallLine, means: CheckMeans, isWhole: boolean): Decision {
  const { principal } = means;
  const guardrails = guardrailsOf(line, means);
  const tool = means.tools.get(line.tool) ?? toolOf(line);
  const { capabilities } = tool.definition.spec;
  const grant = line.grant ?? capabilities;
  const gate = new Gate({
    policy: {
      current: () => ({ version: 'check', grant, declassify: means.declassify, guardrails }),
    },
    home: line.home === undefined ? means.home : line.home,
    cwd: line.cwd === undefined ? means.cwd : line.cwd,
    shell: means.shell,
    paths: means.paths,
    space: line.space ?? null,
    agent: line.agent ?? null,
    mode: line.mode ?? 'chat',
    autonomy: line.autonomy ?? null,
    safety: readSafetyMode(line.safety ?? 'normal') ?? 'strict',
    layers: [makeJudgeLayer(judgeOptions({ kind: 'rule-based-v1' }))],
  });
  const { decision = 'user', ...labels } = line.labels ?? {};
  const answer = whatIf(gate, {
    definition: tool.definition,
    args: line.args,
    labels: Object.fromEntries(
      Object.entries(labels).map(([at, label]) => [at, labelOf(label, principal)]),
    ),
    label: labelOf('user', principal),
    decision: labelOf(decision, principal),
    authority: grant,
    principal,
    intent: line.intent ?? '',
    now: instantOf(line.now) ?? means.now,
    isWhole,
  });
  return decisionOf(line, answer, isWhole);
}

function decisionOf(line: CallLine, answer: WhatIfAnswer, isWhole: boolean): Decision {
  const id = line.id ?? null;
  const { outcome, denial, obligations, answers } = answer;
  const all = isWhole ? { answers } : {};
  if (denial !== null) {
    const { stage, code, reason, remedies } = denial;
    return { id, outcome, stage, code, reason, ...ruleOf(answers, stage), remedies, ...all };
  }
  const [first] = obligations;
  if (first === undefined || outcome === 'allow')
    return { id, outcome, stage: null, code: null, reason: null, remedies: [], ...all };
  const reason = obligations.map((one) => one.reason).join('; ');
  const asked = { reason, rule: rulesAsked(obligations) };
  // Silence is not consent: where nobody can be asked, a question is a denial.
  if (line.approver === false)
    return {
      id,
      outcome: 'deny',
      stage: 'approval',
      code: 'approval_unavailable',
      ...asked,
      remedies: [],
      ...all,
    };
  const remedies: readonly Remedy[] = [{ move: 'approve', detail: rulesAsked(obligations) }];
  return { id, outcome, stage: first.source, code: null, ...asked, remedies, ...all };
}

function rulesAsked(obligations: readonly Obligation[]): string {
  return [...new Set(obligations.map(({ rule }) => rule))].join(', ');
}

/** The rules that denied, where it was the rules. */
function ruleOf(answers: readonly StageAnswer[], stage: StageName): { readonly rule?: string } {
  const decided = answers.find((one) => one.stage === stage && one.outcome === 'deny')?.rules
    ?.decided;
  if (decided === undefined || decided.length === 0) return {};
  return { rule: decided.map((text) => text.slice(text.indexOf(':') + 1)).join(', ') };
}

/** Tools by what was said of them; a file of calls has few kinds. */
const made = new Map<string, Tool>();
const MAX_MADE = 4096;

function toolOf({ tool: given, effect, classes, capabilities, args }: CallLine): Tool {
  const sketch = sketchOf(given);
  const name = /^[A-Za-z][\w.:-]*$/u.test(given) ? given : 'unnamed';
  const known = effect === undefined ? sketch : { ...sketch, effect, egress: false };
  const held =
    classes ?? (effect === undefined ? sketch.classes : classesOf(effect, sketch.classes));
  const egress = known.effect === 'read' && held.includes('networkEgress');
  const required = capabilities ?? (known.effect === 'pure' ? [] : [name]);
  // What no tool says of itself is the wish to have the user asked.
  const keys = Object.keys(args)
    .filter((one) => one !== 'confirm')
    .sort();
  const key = JSON.stringify([name, known.effect, held, required, keys]);
  const found = made.get(key);
  if (found !== undefined) return found;
  const fields = Object.fromEntries(keys.map((one) => [one, z.json().optional()]));
  const definition = {
    name,
    description: 'a tool that is known by its name alone',
    egress,
    capabilities: known.runsCommands ? [...new Set([...required, 'code:exec'])] : required,
    classes: held,
    effect: known.effect,
    input: z.strictObject(fields),
    output: z.json(),
    run: () => null,
  };
  const tool = defineTool(definition as unknown as Parameters<typeof defineTool>[0]);
  if (made.size < MAX_MADE) made.set(key, tool);
  return tool;
}

function classesOf(effect: Effect, classes: readonly ActionClass[]): readonly ActionClass[] {
  if (effect === 'pure') return [];
  if (effect === 'read') return classes.filter((name) => name === 'networkEgress');
  return classes.length > 0 ? classes : tierClasses.write;
}

const compiled = new Map<string, Guardrails>();
const MAX_COMPILED = 256;

/** The rules of a line: a document, a name of a template, or those of the file. */
function guardrailsOf({ policy }: CallLine, { guardrails }: CheckMeans): Guardrails {
  if (policy === undefined || policy === null) return guardrails;
  const key = JSON.stringify(policy);
  let found = compiled.get(key);
  if (found === undefined) {
    found = compileGuardrails(documentOf(policy));
    if (compiled.size < MAX_COMPILED) compiled.set(key, found);
  }
  return found;
}

function documentOf(policy: Json): GuardrailDocumentInput {
  if (typeof policy === 'string') {
    const template = policyTemplates.find((known) => known === policy);
    if (template !== undefined) return { version: 1, template };
    throw new HostError(
      'policy_malformed',
      `there is no template of this name: ${policyTemplates.join(', ')}`,
    );
  }
  if (!isJsonObject(policy))
    throw new HostError('policy_malformed', '`policy` is a document or the name of a template');
  const { rules, ...rest } = policy;
  const named = Array.isArray(rules) ? rules.map(withName) : rules;
  // Checked whole when it is compiled.
  return {
    version: 1,
    ...rest,
    ...(named === undefined ? {} : { rules: named }),
  } as unknown as GuardrailDocumentInput;
}

/** In one line rules need no names: they are counted. */
function withName(rule: Json, at: number): Json {
  if (!isJsonObject(rule)) return rule;
  return { id: `rule-${at + 1}`, scope: 'workspace', ...rule };
}
