/**
 * `sluice probe`: which rule decides about an action, and why. The answer is the engine's own, on
 * the action that the rules stage would read (behaviour G-56).
 */
import type { Command } from 'commander';
import { type Ruled, resolveAction } from '../../kernel/index.js';
import { autonomyLevels, conversationModes, safetyModes } from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';
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

interface ProbeFlags extends ProbedAction, ProbedStanding {
  readonly policy?: string;
  readonly store?: string;
  readonly grant?: readonly string[];
  readonly now?: string;
  readonly json?: true;
}

const PROBE_HELP = `
Arguments are read by their conventional keys: "path", "ref", "branch", "host", "url", "command",
"count", "limit"; "cents" is an amount.

The rules alone answer here. Other stages, as the guard, the capabilities and the provenance, may
deny what they allow: \`sluice check\` asks every stage.

Exit codes: 0 allow, 3 it would be asked about, 2 deny, 1 it could not be told.

Examples:
  sluice probe --class gitPush --args '{"ref": "main"}' --policy policy.yaml
  sluice probe --command 'git push origin HEAD:main' --policy policy.yaml
  sluice probe --class fileDelete --args '{"path": "/tmp/x"}' --mode plan --json`;

const exitCodes = Object.freeze({ allow: 0, prompt: 3, deny: 2 });

/** Adds the command to the command line. */
export function addProbe(program: Command, { screen, done }: CommandParts): void {
  program
    .command('probe')
    .description('say which rule decides about an action, and why')
    .option('--class <CLASS...>', 'classes of the action')
    .option('--command <TEXT>', 'a shell command that it runs; it is read, not run')
    .option('--args <JSON>', 'what it names')
    .option('--tool <NAME>', 'the tool, for rules that leave some alone')
    .option('--policy <FILE>', 'the policy document (YAML). Default: the built-in rules')
    .option('--store <FILE>', 'add the remembered rules of this store')
    .option('--space <ID>', 'the space that it happens in')
    .option('--agent <ID>', 'the agent that does it')
    .option('--mode <MODE>', `one of ${conversationModes.join(', ')}`, 'chat')
    .option('--autonomy <LEVEL>', `at most this much: ${autonomyLevels.join(', ')}`)
    .option('--safety <MODE>', `one of ${safetyModes.join(', ')}`, 'normal')
    .option('--operator', "it is the operator's own act")
    .option('--grant <NAME...>', 'capabilities that the run holds, for overrides')
    .option('--now <DATE>', 'at this instant. Default: now')
    .option('--home <DIR>', 'the home of the user. Default: of this process')
    .option('--cwd <DIR>', 'where relative paths begin. Default: here')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', PROBE_HELP)
    .action(async (flags: ProbeFlags) => done(await probeCommand(flags, screen)));
}

/** Runs the command and returns its exit code. @throws HostError `usage_malformed` and others */
async function probeCommand(flags: ProbeFlags, screen: Screen): Promise<number> {
  const standing = standingOf(flags);
  const read = readProbe(flags, standing.mode);
  const ruled = resolveAction(rulesInForce(flags).guardrails, {
    action: read.action,
    standing,
    now: instantOf(flags.now),
    grant: flags.grant ?? [],
    net: read.net,
    safety: read.safety,
    confirms: [],
  });
  if (flags.json === true) await screen.printJson({ action: read.action, ...ruled });
  else await screen.print(ruledText(ruled, screen));
  return exitCodes[ruled.decision];
}

/** The answer for people: the decision, who decided it, and what else was said. */
function ruledText(
  { decision, says, deciding, advisory, overridden }: Ruled,
  screen: Screen,
): string {
  const { bold, dim } = screen.paint;
  const lines = [bold(decision)];
  for (const { source, reason } of deciding) lines.push(`  ${source}: ${reason}`);
  if (deciding.length === 0) lines.push('  no classified effects');
  for (const say of says)
    if (!deciding.includes(say)) lines.push(dim(`  also ${say.source}: ${say.reason}`));
  for (const { reason } of advisory) lines.push(dim(`  advisory, decides nothing: ${reason}`));
  for (const rule of overridden) lines.push(dim(`  overridden: \`${rule}\``));
  return `${lines.map(visibleText).join('\n')}\n`;
}
