/** `sluice policy explain`: the chain of a class or a command, step by step (behaviour G-57). */
import type { Command } from 'commander';
import { conversationModes } from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';
import { type ChainStep, explainChain, type Subject } from '../policy/explain-chain.js';
import type { CommandParts } from './command-parts.js';
import { rulesInForce } from './policy-place.js';
import {
  instantOf,
  type ProbedAction,
  type ProbedStanding,
  readProbe,
  standingOf,
} from './probe-input.js';
import type { Screen } from './screen.js';

interface ExplainFlags extends Pick<ProbedAction, 'class' | 'command'>, ProbedStanding {
  readonly store?: string;
  readonly now?: string;
  readonly json?: true;
}

interface Chain {
  /** The class, or the words of the command. */
  readonly about: string;
  readonly steps: readonly ChainStep[];
}

const EXPLAIN_HELP = `
The first scope with a rule that applies decides. A rule that needs to be told something asks where
the action does not say it. \`sluice probe\` answers for one action.

Exit codes: 0, or 1 if the policy could not be read.

Examples:
  sluice policy explain policy.yaml --class gitPush --space website
  sluice policy explain policy.yaml --command 'git push origin main' --mode plan`;

/** Adds the command to the command line. */
export function addPolicyExplain(policy: Command, { screen, done }: CommandParts): void {
  policy
    .command('explain')
    .description('say which rules would be looked at for a class or a command, in order')
    .argument('[FILE]', 'the policy document (YAML). Default: the built-in rules')
    .option('--class <CLASS...>', 'classes of an action')
    .option('--command <TEXT>', 'a shell command; it is read, not run')
    .option('--space <ID>', 'the space that it happens in')
    .option('--agent <ID>', 'the agent that does it')
    .option('--mode <MODE>', `one of ${conversationModes.join(', ')}`, 'chat')
    .option('--store <FILE>', 'add the remembered rules of this store')
    .option('--now <DATE>', 'at this instant. Default: now')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', EXPLAIN_HELP)
    .action(async (file: string | undefined, flags: ExplainFlags) => {
      const chains = chainsOf(file, flags);
      if (flags.json === true) await screen.printJson({ chains });
      else await screen.print(chains.map((chain) => chainText(chain, screen)).join('\n'));
      done(0);
    });
}

function chainsOf(policy: string | undefined, flags: ExplainFlags): readonly Chain[] {
  const standing = standingOf(flags);
  const { action } = readProbe(flags, standing.mode);
  const { document } = rulesInForce({ policy, store: flags.store });
  const subjects: readonly Subject[] = [
    ...action.classes.map((name) => ({ class: name })),
    ...action.commands.map((command) => ({ command })),
    ...(action.isOpaque ? [{ command: null }] : []),
  ];
  const now = instantOf(flags.now);
  return subjects.map((subject) => ({
    about: aboutText(subject),
    steps: explainChain(document, { subject, standing, now }),
  }));
}

function aboutText(subject: Subject): string {
  if ('class' in subject) return `class ${subject.class}`;
  if (subject.command === null) return 'a command that cannot be read';
  return `command ${subject.command.words.map((word) => word ?? '?').join(' ')}`;
}

function chainText({ about, steps }: Chain, { paint }: Screen): string {
  const lines = [paint.bold(visibleText(about))];
  for (const { step, rules, says } of steps) {
    if (rules.length + says.length === 0) lines.push(paint.dim(`  ${step}: nothing`));
    else lines.push(`  ${step}:`);
    for (const { id, sentence, needs } of rules) {
      lines.push(`    ${visibleText(sentence)}${paint.dim(` [${id}]`)}`);
      if (needs.length > 0)
        lines.push(paint.dim(`      needs to be told: ${needs.join(', ')}; or else it asks`));
    }
    for (const say of says) lines.push(`    ${visibleText(say)}`);
  }
  return `${lines.join('\n')}\n`;
}
