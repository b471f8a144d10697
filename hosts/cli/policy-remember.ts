/**
 * `sluice policy remembered`, `remember` and `revoke`: rules that were made of answers, in their
 * store (behaviour G-36, G-37).
 */
import { homedir } from 'node:os';
import type { Command } from 'commander';
import {
  isRememberRefusal,
  type RememberRefusal,
  type RememberRequest,
  rememberedRule,
  ruleSentence,
} from '../../kernel/index.js';
import { type GuardrailRule, isRuleScope } from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';
import { nodePathResolver } from '../node/path-resolver.js';
import type { CommandParts } from './command-parts.js';
import { durationOf } from './duration.js';
import { withNewStore, withStore } from './policy-place.js';
import { classOf, type ProbedAction, readProbe, usage } from './probe-input.js';
import type { Screen } from './screen.js';

interface StoreFlags {
  readonly store: string;
  readonly json?: true;
}

interface RememberFlags extends StoreFlags, Omit<ProbedAction, 'class' | 'tool'> {
  readonly class?: string;
  readonly scope: string;
  readonly ttl: string;
  readonly id: string;
  readonly decision: string;
  readonly because?: string;
  readonly unconstrained?: true;
}

const REMEMBER_HELP = `
The rule is bound to what the action names, widened by one step: \`feature/login\` to
\`feature/**\`, a file to its folder. What cannot be bound is refused, with what would mend it.
The id of a rule that was revoked, or has expired, is not given again.

Exit codes: 0 remembered, 2 refused, 1 the store or the action could not be read.

Examples:
  sluice policy remember --store rules.db --id push-1 --scope workspace --ttl 8h \\
    --class gitPush --args '{"ref": "feature/login"}'
  sluice policy remember --store rules.db --id test-1 --scope space:website --ttl 30m \\
    --command 'npm test'`;

const NO_STORE = 'the store of remembered rules (SQLite)';
const JSON_FLAG = 'print one JSON object and nothing else on stdout';

/** Adds the commands to the command line. */
export function addPolicyRemember(policy: Command, { screen, done }: CommandParts): void {
  policy
    .command('remembered')
    .description('list the remembered rules, expired ones too')
    .requiredOption('--store <FILE>', NO_STORE)
    .option('--json', JSON_FLAG)
    .addHelpText(
      'after',
      '\nRevoked ones are not shown.\n\nExit codes: 0, or 1 if the store could not be read.',
    )
    .action(async (flags: StoreFlags) => {
      const rules = withStore(flags.store, (store) => store.list());
      if (flags.json === true) await screen.printJson({ rules: rules.map(toldRule) });
      else await screen.print(rules.map((rule) => lineOf(rule, screen)).join(''));
      done(0);
    });
  policy
    .command('revoke')
    .description('take a remembered rule out of force')
    .argument('<ID>', 'the id of the rule')
    .requiredOption('--store <FILE>', NO_STORE)
    .option('--json', JSON_FLAG)
    .addHelpText(
      'after',
      '\nExit codes: 0 revoked, 1 no such rule, or the store could not be read.',
    )
    .action(async (id: string, flags: StoreFlags) => {
      const isRevoked = withStore(flags.store, (store) => store.revoke(id));
      if (!isRevoked)
        throw usage(
          `no rule \`${id}\` is remembered, or it was revoked before: \`remembered\` lists them`,
        );
      if (flags.json === true) await screen.printJson({ revoked: id });
      else await screen.print(`revoked \`${visibleText(id)}\`\n`);
      done(0);
    });
  addRemember(policy, { screen, done });
}

function addRemember(policy: Command, { screen, done }: CommandParts): void {
  policy
    .command('remember')
    .description('make a rule of an answer, for a time')
    .requiredOption('--store <FILE>', `${NO_STORE}; made if there is none`)
    .requiredOption('--scope <SCOPE>', 'workspace, space:ID or agent:ID')
    .requiredOption('--ttl <DURATION>', 'how long it holds: 30m, 8h, 7d')
    .requiredOption('--id <ID>', 'a name that no other rule has or had')
    .option('--class <CLASS>', 'the class that it is about')
    .option('--command <TEXT>', 'the command that it is about, whole')
    .option('--args <JSON>', 'what the action names')
    .option('--decision <DECISION>', 'allow, prompt or deny', 'allow')
    .option('--because <TEXT>', 'why it is there')
    .option('--unconstrained', 'without bounds, where the action names nothing')
    .option('--home <DIR>', 'the home of the user. Default: of this process')
    .option('--cwd <DIR>', 'where relative paths begin. Default: here')
    .option('--json', JSON_FLAG)
    .addHelpText('after', REMEMBER_HELP)
    .action(async (flags: RememberFlags) => done(await remember(flags, screen)));
}

async function remember(flags: RememberFlags, screen: Screen): Promise<number> {
  const rule = rememberedRule(requestOf(flags));
  if (isRememberRefusal(rule)) return refuse(rule, flags, screen);
  withNewStore(flags.store, (store) => store.add(rule));
  if (flags.json === true) await screen.printJson(toldRule(rule));
  else await screen.print(`${visibleText(ruleSentence(rule))}\n`);
  return 0;
}

async function refuse(
  refusal: RememberRefusal,
  flags: RememberFlags,
  screen: Screen,
): Promise<number> {
  if (flags.json === true) await screen.printJson(refusal);
  screen.note(`refused ${refusal.refused}: ${refusal.reason}`);
  const option = refusal.refused === 'unconstrained' ? ' (`--unconstrained`)' : '';
  screen.note(`mend: ${refusal.mend}${option}`);
  return 2;
}

function requestOf(flags: RememberFlags): RememberRequest {
  const { id, scope, because, class: name, command, home = homedir() } = flags;
  if ((name === undefined) === (command === undefined))
    throw usage('give `--class` or `--command`, one of them');
  if (!isRuleScope(scope)) throw usage('`--scope` is `workspace`, `space:ID` or `agent:ID`');
  const decision = (['allow', 'prompt', 'deny'] as const).find((one) => one === flags.decision);
  if (decision === undefined) throw usage('`--decision` is one of allow, prompt, deny');
  const { class: _, ...given } = flags;
  const { action } = readProbe(name === undefined ? given : { ...given, class: [name] }, 'chat');
  return {
    action,
    about: name === undefined ? { command: onlyCommand(action) } : { class: classOf(name) },
    scope,
    decision,
    now: Date.now(),
    ttlMs: durationOf(flags.ttl),
    id,
    ...(because === undefined ? {} : { because }),
    ...(flags.unconstrained === undefined ? {} : { unconstrained: true }),
    home: nodePathResolver.resolve(home)?.real ?? home,
  };
}

function onlyCommand({ commands, isOpaque }: RememberRequest['action']) {
  const [command, ...more] = commands;
  if (command !== undefined && more.length === 0 && !isOpaque) return command;
  throw usage('`--command` takes one plain command that can be read');
}

function isLive({ expiresAt }: GuardrailRule): boolean {
  return expiresAt === undefined || Date.now() < expiresAt;
}

function toldRule(rule: GuardrailRule): object {
  return { ...rule, sentence: ruleSentence(rule), isLive: isLive(rule) };
}

function lineOf(rule: GuardrailRule, { paint }: Screen): string {
  const state = isLive(rule) ? '' : paint.dim('expired: ');
  return `${state}${visibleText(ruleSentence(rule))}${paint.dim(` [${visibleText(rule.id)}]`)}\n`;
}
