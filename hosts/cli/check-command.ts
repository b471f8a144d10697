/**
 * `sluice check --batch`: whole calls through every deterministic stage of the Gate, one decision a
 * line. Nothing runs and nobody is asked. A line that cannot be read is denied.
 */
import { homedir } from 'node:os';
import type { Command } from 'commander';
import type { Tool } from '../../kernel/index.js';
import { type DeclassPolicy, isJsonObject, type Json } from '../../schemas/index.js';
import { callLineSchema } from '../check/call-line.js';
import { type CheckMeans, checkCall } from '../check/check-call.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { nodePathResolver } from '../node/path-resolver.js';
import { checkFit } from '../policy/misfit.js';
import { openRules } from '../policy/rules-in-force.js';
import { bashParser } from '../shell/bash-parser.js';
import { answerLines } from './batch.js';
import type { CommandParts } from './command-parts.js';
import { describeFault } from './fault.js';
import { loadHost } from './host-module.js';
import type { Screen } from './screen.js';

interface CheckFlags {
  readonly batch: string;
  readonly policy?: string;
  readonly host?: string;
  readonly home?: string;
  readonly cwd?: string;
  readonly principal: string;
  readonly all?: true;
}

const CHECK_HELP = `
Nothing runs and nobody is asked. A line of FILE is one call:
  {"id": …, "tool": NAME, "args": {…}}, and where they matter "effect": "pure" | "read" | "write",
  "classes": [CLASS, …], "capabilities": [NAME, …], "grant": [NAME, …],
  "labels": {POINTER or "decision": "user" | "host" | "planner" | "tainted" | {"sources": […], …}},
  "intent": TEXT, "policy": DOCUMENT or the name of a template, "space", "agent", "mode",
  "autonomy", "safety", "approver": true | false, "now": MILLISECONDS or DATE, "home", "cwd".
What is left out: the tool is what its name says, the run holds what the tool requires, the
arguments are the user's own words, somebody can be asked.

Each line gets {"id", "outcome": "allow" | "require_user" | "deny", "stage", "code", "reason",
"rule", "remedies"}. A line that is no call is denied, with its number as "line".

Exit codes: 0 every line was answered, whatever the answers; 1 a file could not be read.

Examples:
  sluice check --batch calls.jsonl
  sluice check --batch calls.jsonl --policy policy.yaml --all
  sluice check --batch calls.jsonl --host mail.host.mjs`;

/** Adds the command to the command line. */
export function addCheck(program: Command, { screen, done }: CommandParts): void {
  program
    .command('check')
    .description('say what the Gate would decide about calls that nobody makes')
    .requiredOption('--batch <FILE>', 'the calls, one JSON object a line')
    .option('--policy <FILE>', 'rules for calls that bring none (YAML). Default: the built-in ones')
    .option('--host <HOST>', 'take tools, rules and releases from this host module')
    .option('--home <DIR>', 'the home of the user. Default: of this process')
    .option('--cwd <DIR>', 'where relative paths begin. Default: here')
    .option('--principal <ID>', 'whose calls they are', 'user:me@example.com')
    .option('--all', 'show the answer of every stage, also after one that denies')
    .addHelpText('after', CHECK_HELP)
    .action(async (flags: CheckFlags) => done(await checkCommand(flags, screen)));
}

/** Runs the command and returns its exit code. @throws HostError where a file cannot be read */
async function checkCommand(flags: CheckFlags, screen: Screen): Promise<number> {
  const means = await meansOf(flags);
  const isWhole = flags.all === true;
  await answerLines(flags.batch, screen, (line, at) => checkLine(line, at, means, isWhole));
  return 0;
}

async function meansOf(flags: CheckFlags): Promise<CheckMeans> {
  const config = flags.host === undefined ? null : await loadHost(flags.host);
  if (config?.ports?.policy !== undefined && flags.policy === undefined)
    throw new HostError(
      'usage_malformed',
      'the host has a policy source of its own: name `--policy`',
    );
  const { guardrails, document } = openRules(flags, config?.guardrails);
  const tools: readonly Tool[] = config?.tools ?? [];
  const { declassify = [] } = config ?? {};
  if (typeof declassify === 'function')
    throw new HostError(
      'usage_malformed',
      'the host decides releases by a function: a batch cannot',
    );
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    guardrails,
    declassify: document.declassify ?? (declassify as DeclassPolicy),
    principal: config?.principal ?? flags.principal,
    home: flags.home ?? config?.home ?? homedir(),
    cwd: flags.cwd ?? config?.cwd ?? process.cwd(),
    shell: bashParser,
    paths: nodePathResolver,
    now: Date.now(),
  };
}

function checkLine(line: string, at: number, means: CheckMeans, isWhole: boolean): object {
  let id: Json = null;
  try {
    const value = parseStrictJson(line);
    if (!isJsonObject(value)) throw new HostError('usage_malformed', 'no JSON object');
    id = value['id'] ?? null;
    const fit = checkFit(callLineSchema, value);
    if ('data' in fit) return checkCall(fit.data, means, isWhole);
    const [misfit] = fit.misfits;
    throw new HostError('usage_malformed', misfit?.text ?? 'no call');
  } catch (error) {
    const { code, message } = describeFault(error);
    const denied = { outcome: 'deny', stage: null, code, reason: message, remedies: [], line: at };
    return { id, ...denied };
  }
}
