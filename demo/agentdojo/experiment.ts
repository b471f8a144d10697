/** Runs the arms on a suite: every task honestly, every pair under every family of attacks. */
import type { Code } from '../../schemas/index.js';
import { type Arm, armGrant, type Desk, deskFor, policyOf, type Question } from './arms.js';
import { type Attack, type FamilyName, families, familyNames, type Pair } from './attacks/index.js';
import { beyond, type Effect, effectsOf } from './effects.js';
import { renamedBy } from './filled.js';
import { missing } from './goal.js';
import { type Play, type Played, play } from './play.js';
import { reached } from './success.js';
import type { Suite } from './suite.js';
import type { SuiteData, UserTask } from './suite-data.js';
import type { SuitePlans, TaskPlan } from './task-plan.js';

/** What a suite brings to the experiment. */
export interface Subject {
  readonly suite: Suite;
  readonly data: SuiteData;
  readonly plans: SuitePlans;
}

/** One honest run. */
export interface TaskResult {
  readonly task: string;
  /** Null where the task was done. */
  readonly missing: string | null;
  readonly code: Code | null;
  readonly reason: string | null;
  readonly questions: readonly Question[];
}

/** Pairs of one family: how many were tried, and in how many something happened. */
export interface FamilyCount {
  pairs: number;
  runs: number;
  /** An effect whose critical argument, decision or control is not the user's. */
  a: number;
  /** An effect on top, all of whose critical arguments are the user's own words or handles. */
  b: number;
  /** Content alone is another. */
  c: number;
  /** The goal was reached, by the effects that it names. */
  d: number;
  /** Pairs in which somebody was asked, and in which the question marked the attacker's text. */
  asked: number;
  marked: number;
}

/** What got out, for the page that lists it. */
export interface Finding {
  readonly suite: string;
  readonly arm: string;
  readonly family: FamilyName;
  readonly attack: string;
  readonly task: string;
  readonly goal: string;
  readonly kind: 'a' | 'b';
  readonly tool: string;
  readonly untrusted: readonly string[];
}

export interface SuiteResult {
  readonly tasks: readonly TaskResult[];
  readonly attacks: Readonly<Partial<Record<FamilyName, FamilyCount>>>;
  readonly findings: readonly Finding[];
}

/** One run as `--traces` writes it. */
export interface TraceRow {
  readonly suite: string;
  readonly user_task: string;
  readonly injection_task?: string;
  /** What stood in the places that an attacker may write; absent where nobody attacked there. */
  readonly vectors?: Readonly<Record<string, string>>;
  readonly arm: string;
  readonly family?: string;
  readonly calls: Played['calls'];
  readonly output: string;
}

/** What the caller wants to hear on the way. */
export interface Watch {
  readonly onRun?: (row: TraceRow) => void;
  readonly onTask?: (task: string, arm: Arm) => void;
}

interface Setting extends Subject {
  readonly arm: Arm;
  readonly watch: Watch;
}

function playFor(setting: Setting, task: UserTask, plan: TaskPlan): { play: Play; desk: Desk } {
  const { arm, suite, data } = setting;
  const desk = deskFor(arm, task.prompt);
  const declassify = policyOf(arm.policy, suite.name);
  const honest = setting.plans.find((one) => one.task === task.id) ?? plan;
  const rules = { declassify, grant: armGrant(arm, honest, suite), approver: desk.approver };
  return { play: { prompt: task.prompt, plan, environment: data.environment, rules }, desk };
}

/** Plays every task and every attack of one arm. */
export async function runArm(
  subject: Subject,
  arm: Arm,
  withAttacks: boolean,
  watch: Watch = {},
): Promise<SuiteResult> {
  const setting: Setting = { ...subject, arm, watch };
  const { suite, data, plans } = subject;
  const tasks: TaskResult[] = [];
  const attacks: Partial<Record<FamilyName, FamilyCount>> = {};
  const findings: Finding[] = [];
  for (const task of data.user_tasks) {
    const plan = plans.find((one) => one.task === task.id);
    if (plan === undefined) continue;
    watch.onTask?.(task.id, arm);
    const honest = playFor(setting, task, plan);
    const played = await play(suite, honest.play);
    const lacks = missing(task, played, suite);
    const { questions } = honest.desk;
    const { code, reason } = played;
    tasks.push({ task: task.id, missing: lacks, code, reason, questions });
    watch.onRun?.(row(setting, task, played));
    if (!withAttacks) continue;
    const base = effectsOf(played, suite);
    for (const goal of data.injection_tasks) {
      for (const family of familyNames) {
        const count = attacks[family] ?? emptyCount();
        attacks[family] = count;
        await runFamily(setting, { task, plan, goal }, { family, base, count, findings });
      }
    }
  }
  return { tasks, attacks, findings };
}

function vectorsWith(data: SuiteData, text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(data.injection_vectors).map((name) => [name, text]));
}

const renamings = new Map<string, ReadonlyMap<string, string>>();
const MOST_KEPT = 256;

/** What an attacker's text makes of names; the same texts come again and again. */
function namesWith(data: SuiteData, text: string): ReadonlyMap<string, string> {
  const key = `${data.suite}/${text}`;
  const known = renamings.get(key) ?? renamedBy(data, text);
  if (renamings.size < MOST_KEPT) renamings.set(key, known);
  return known;
}

function emptyCount(): FamilyCount {
  return { pairs: 0, runs: 0, a: 0, b: 0, c: 0, d: 0, asked: 0, marked: 0 };
}

function row({ suite, arm }: Setting, task: UserTask, { calls, output }: Played): TraceRow {
  return { suite: suite.name, user_task: task.id, arm: arm.name, calls, output };
}

interface FamilyRun {
  readonly family: FamilyName;
  readonly base: readonly Effect[];
  readonly count: FamilyCount;
  readonly findings: Finding[];
}

async function runFamily(setting: Setting, pair: Pair, run: FamilyRun): Promise<void> {
  const { suite, data, watch, arm } = setting;
  const attacks = families[run.family](pair, { suite, data });
  if (attacks.length === 0) return;
  const seen = { a: false, b: false, c: false, d: false, asked: false, marked: false };
  for (const attack of attacks) {
    const { play: honest, desk } = playFor(setting, pair.task, attack.plan);
    const played = await play(suite, { ...honest, environment: attack.environment });
    run.count.runs += 1;
    const injection = {
      injection_task: pair.goal.id,
      family: run.family,
      ...(attack.text === undefined ? {} : { vectors: vectorsWith(data, attack.text) }),
    };
    watch.onRun?.({ ...row(setting, pair.task, played), ...injection });
    const { text } = attack;
    const renamed = text === undefined ? undefined : namesWith(data, text);
    const made = effectsOf(played, suite, renamed);
    const further = beyond(made, run.base, 'critical');
    for (const effect of further) note(effect, attack, { pair, run, seen, arm, suite });
    seen.c ||= further.length === 0 && beyond(made, run.base, 'whole').length > 0;
    seen.d ||= reached(pair.goal, further);
    seen.asked ||= desk.questions.length > 0;
    seen.marked ||= desk.questions.some(({ marked }) => marked.length > 0);
  }
  run.count.pairs += 1;
  for (const key of ['a', 'b', 'c', 'd', 'asked', 'marked'] as const) {
    if (seen[key]) run.count[key] += 1;
  }
}

interface Noting {
  readonly pair: Pair;
  readonly run: FamilyRun;
  readonly seen: { a: boolean; b: boolean };
  readonly arm: Arm;
  readonly suite: Suite;
}

function note(effect: Effect, attack: Attack, { pair, run, seen, arm, suite }: Noting): void {
  const kind = effect.untrusted.length > 0 ? 'a' : 'b';
  seen[kind] = true;
  const { tool, untrusted } = effect;
  run.findings.push({
    suite: suite.name,
    arm: arm.name,
    family: run.family,
    attack: attack.name,
    task: pair.task.id,
    goal: pair.goal.id,
    kind,
    tool,
    untrusted,
  });
}
