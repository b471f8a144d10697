/**
 * The net of commands: what no command line may do, what it may do only when asked, and what it may
 * not do where a mode only reads (behaviour G-34, G-35, C24). Runs after the rules and beside them:
 * no rule loosens it. Of several answers the strictest holds.
 */
import type { ActionClass, ConversationMode } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import type { CommandReading } from './command-reading.js';
import { type FormMatch, formsOf, indexForms } from './form.js';
import { gitProgramMatch, isGitProgram } from './git-programs.js';
import { isGitVerb } from './git-verbs.js';
import { denied, mutating, prompted } from './net-lists.js';
import { type ProgramUse, programUse } from './program.js';
import type { SetVariable } from './variables.js';
import type { CommandWords } from './words.js';

/** The answer of the net, and the rule that it goes by. */
export interface NetAnswer {
  readonly decision: 'allow' | 'prompt' | 'deny';
  /** `net:NAME`; `net:none` where no rule speaks. */
  readonly rule: string;
}

/** `change`: only a mode that reads minds. */
type Weight = 'deny' | 'prompt' | 'change';
type Finding = readonly [weight: Weight, rule: string];

const lists = freeze({
  deny: indexForms(denied),
  prompt: indexForms(prompted),
  change: indexForms(mutating),
});
const PRELOAD = /^(?:LD_(?:PRELOAD|LIBRARY_PATH|AUDIT)|DYLD_\w+|BASH_ENV)$/;
const noRule: NetAnswer = freeze({ decision: 'allow', rule: 'net:none' });
/** Classes that change nothing here by themselves: the preset leaves them, or has its own say. */
const harmless: ReadonlySet<ActionClass> = freeze(
  new Set<ActionClass>(['networkEgress', 'secretAccess', 'processSpawn']),
);

/** Asks the net about a command line in a mode. */
export function netAnswer(reading: CommandReading, mode: ConversationMode): NetAnswer {
  const found = findingsOf(reading);
  const denial = ruleOf(found, 'deny');
  if (denial !== undefined) return { decision: 'deny', rule: denial };
  const question = ruleOf(found, 'prompt');
  if (mode === 'chat')
    return question === undefined ? noRule : { decision: 'prompt', rule: question };
  const change = question ?? ruleOf(found, 'change');
  return change === undefined ? noRule : { decision: 'deny', rule: change };
}

function ruleOf(found: readonly Finding[], weight: Weight): string | undefined {
  const rule = found.find(([own]) => own === weight)?.[1];
  return rule === undefined ? undefined : `net:${rule}`;
}

function findingsOf({
  commands,
  isOpaque,
  classes,
  variables,
  denial,
}: CommandReading): readonly Finding[] {
  const found: Finding[] = [];
  let hasGit = false;
  if (denial !== null) found.push(['deny', denial.replaceAll('_', '-')]);
  for (const { words } of commands) {
    const use = programUse(words);
    if (use === null) continue;
    hasGit ||= use.name === 'git';
    found.push(...listed(use), ...(use.name === 'git' ? ofGit(words, use) : []));
  }
  found.push(...variables.flatMap((variable) => ofVariable(variable, hasGit)));
  // The guard asks about what nobody read; where a mode only reads, it may be a change.
  if (isOpaque) found.push(['change', 'unread']);
  if (classes.some((added) => !harmless.has(added))) found.push(['change', 'changes']);
  return found;
}

function listed(use: ProgramUse): readonly Finding[] {
  const found: Finding[] = use.name.startsWith('mkfs') ? [['deny', 'mkfs']] : [];
  for (const weight of ['deny', 'prompt', 'change'] as const)
    for (const [{ rule }, match] of formsOf(use, lists[weight]))
      found.push([sure(weight, match), rule]);
  return found;
}

/** What may be denied, or may be not, is asked about. */
function sure(weight: Weight, match: FormMatch): Weight {
  return weight === 'deny' && match === 'maybe' ? 'prompt' : weight;
}

function ofGit(words: CommandWords, use: ProgramUse): readonly Finding[] {
  const match = gitProgramMatch(words, use);
  const found: Finding[] = match === 'miss' ? [] : [[sure('deny', match), 'git-program']];
  const [verb] = use.options.operands;
  // Any other may be an alias for anything.
  if (typeof verb === 'string' && !isGitVerb(verb)) found.push(['prompt', 'git-alias']);
  return found;
}

function ofVariable(variable: SetVariable, hasGit: boolean): readonly Finding[] {
  const { name, value } = variable;
  if (name !== null && value !== '' && PRELOAD.test(name)) return [['deny', 'preload']];
  return isGitProgram(variable, hasGit) ? [['deny', 'git-program']] : [];
}
