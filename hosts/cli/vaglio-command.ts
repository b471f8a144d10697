/**
 * `sluice vaglio`: what guard and judge say of one call, or of a file of calls, one a line. Nothing
 * runs, nothing is asked and nothing is logged. A line that cannot be read is refused like a call
 * that the guard refuses.
 */
import type { Command } from 'commander';
import { z } from 'zod';
import { isJsonObject, type Json, type JudgeVerdict, type Outcome } from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { openVaglio } from '../vaglio/vaglio.js';
import { answerLines } from './batch.js';
import type { CommandParts } from './command-parts.js';
import type { Screen } from './screen.js';

interface VaglioFlags {
  readonly intent?: string;
  readonly tool?: string;
  readonly args?: string;
  readonly context?: string;
  readonly batch?: string;
  readonly json?: true;
}

const VAGLIO_HELP = `
Nothing runs. A line of FILE is {"id": …, "intent": TEXT, "tool": NAME, "args": {…}, "context": {…}};
each gets a line {"id": …, "verdict": {…}, "outcome": "allow" | "require_user" | "deny", "code": …}.
A line that is no call gets "verdict": null, and with it its number as "line", and a "message".

Exit codes of one call: 0 allow, 3 require_user, 2 deny, 1 it could not be judged. With --batch: 0.

Examples:
  sluice vaglio --intent 'Read my notes' --tool read_files --args '{"paths": ["/tmp/n.txt"]}'
  sluice vaglio --intent 'Tidy up' --tool shell_exec --args '{"command": "ls -la /tmp"}' --json
  sluice vaglio --batch calls.jsonl`;

/** Exit codes of one call by its outcome. */
const exitCodes: Readonly<Record<Outcome, number>> = Object.freeze({
  allow: 0,
  require_user: 3,
  deny: 2,
});

/** What a context may say; a misspelt key would be a call judged as if nothing had been said. */
const contextSchema = z.strictObject({
  capability: z.string().min(1).optional(),
  critical: z.boolean().optional(),
  argsLeaveBoundary: z.boolean().optional(),
  step: z.string().optional(),
  mode: z.string().optional(),
});

type Judge = ReturnType<typeof openVaglio>;

/** Adds the command to the command line. */
export function addVaglio(program: Command, { screen, done }: CommandParts): void {
  program
    .command('vaglio')
    .description('say what guard and judge think of a call that is not made')
    .option('--intent <TEXT>', 'what the user asked for')
    .option('--tool <NAME>', 'the tool that would be called')
    .option('--args <JSON>', 'its arguments')
    .option(
      '--context <JSON>',
      'what is known beside them: capability, critical, argsLeaveBoundary, step, mode',
    )
    .option('--batch <FILE>', 'judge every line of this file instead')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', VAGLIO_HELP)
    .action(async (flags: VaglioFlags) => done(await vaglioCommand(flags, screen)));
}

/** Runs the command and returns its exit code. @throws HostError `usage_malformed` and others */
async function vaglioCommand(flags: VaglioFlags, screen: Screen): Promise<number> {
  const judge = openVaglio({ log: null });
  const { intent, tool, args, context, batch } = flags;
  if (batch !== undefined) {
    if (intent !== undefined || tool !== undefined || args !== undefined || context !== undefined)
      throw usage('`--batch` takes every call from its file');
    return judgeFile(judge, batch, screen);
  }
  if (intent === undefined || tool === undefined || args === undefined)
    throw usage('give `--intent`, `--tool` and `--args`, or `--batch`');
  if (tool === '') throw usage('`--tool` takes the name of a tool');
  const known = context === undefined ? {} : parseRecord(context, '`--context`');
  assertContext(known, '`--context`');
  const verdict = judge(intent, tool, parseRecord(args, '`--args`'), known);
  if (flags.json === true) await screen.printJson(resultOf(verdict));
  else await screen.print(`${verdict.outcome}  ${visibleText(reasonOf(verdict))}\n`);
  return exitCodes[verdict.outcome];
}

function usage(message: string): HostError {
  return new HostError('usage_malformed', message);
}

function parseRecord(text: string, what: string): Json {
  const value = parseStrictJson(text);
  if (!isJsonObject(value)) throw usage(`${what} takes a JSON object`);
  return value;
}

function assertContext(given: Json, what: string): void {
  const issue = contextSchema.safeParse(given).error?.issues[0];
  if (issue === undefined) return;
  const names =
    'text: `capability`, `step`, `mode`; true or false: `critical`, `argsLeaveBoundary`';
  const key = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0];
  throw usage(`${what}: \`${visibleText(String(key))}\` is none of these: ${names}`);
}

/** The reason in words: a judge approves by its score what the user is to be asked about. */
function reasonOf({ outcome, reason }: JudgeVerdict): string {
  return outcome === 'require_user' ? reason.replace(/^approved: /, 'ask the user: ') : reason;
}

/** A verdict as its two halves: what was found, and what the caller must do. */
function resultOf({ outcome, code, ...verdict }: JudgeVerdict): object {
  return { verdict, outcome, code };
}

async function judgeFile(judge: Judge, path: string, screen: Screen): Promise<number> {
  await answerLines(path, screen, (line, at) => judgeLine(judge, line, at));
  return 0;
}

function judgeLine(judge: Judge, line: string, at: number): object {
  let id: Json = null;
  try {
    const value = parseStrictJson(line);
    if (!isJsonObject(value)) throw usage('no JSON object');
    const { intent, tool, args, context = {} } = value;
    id = value['id'] ?? null;
    if (typeof intent !== 'string' || typeof tool !== 'string' || args === undefined)
      throw usage('no `intent`, `tool` or `args`');
    if (tool === '') throw usage('an empty `tool`');
    if (isJsonObject(context)) assertContext(context, '`context`');
    return { id, ...resultOf(judge(intent, tool, args, context)) };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const { code, message } = error;
    return { id, verdict: null, outcome: 'deny', code, line: at, message };
  }
}
