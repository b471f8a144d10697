/**
 * `sluice approvals`: look at the requests in a store and rule on them, from any process of the
 * user that ran the kernel (behaviour A-21).
 */
import { type Command, InvalidArgumentError } from 'commander';
import { listApprovals, showApproval } from './approvals-list.js';
import { type RuleFlags, ruleOnApproval } from './approvals-rule.js';
import { serveApprovalStore } from './approvals-serve.js';
import { watchApprovals } from './approvals-watch.js';
import type { CommandParts } from './command-parts.js';

interface JsonFlag {
  readonly json?: true;
}

const JSON_HELP = 'print one JSON object and nothing else on stdout';

const RULE_HELP = `
What was shown is what is ruled on: \`--digest\` takes the digest that \`sluice approvals show\`
prints. Without it the request is shown here and a terminal is asked; the id alone allows nothing.

Exit codes: 0 the ruling counts, 2 it does not (or the terminal said no), 1 it could not be tried.

Examples:
  sluice approvals show approvals.db 5f0c…
  sluice approvals approve approvals.db 5f0c… --digest 9a41…`;

const DENY_HELP = `
Exit codes: 0 the ruling counts, 2 it does not, 1 it could not be tried.`;

const LOOK_HELP = `
Exit codes: 0, 2 if there is no such request, 1 if the store could not be read.`;

const WATCH_HELP = `
Ctrl-C leaves it. With --json each request is one line.
Exit codes: 0, or 1 if the store could not be read.`;

const SERVE_HELP = `
Prints the address and the token: whoever has the token may rule under any name.
Ctrl-C leaves it. Exit codes: 0, or 1 if it could not listen or read the store.`;

/** Adds the commands to the command line. */
export function addApprovals(program: Command, parts: CommandParts): void {
  const { screen, done } = parts;
  const approvals = program.command('approvals').description('rule on calls that wait for a user');
  approvals
    .command('list')
    .description('the requests that are open, oldest first')
    .argument('<STORE>', 'the approval store')
    .option('--json', JSON_HELP)
    .addHelpText('after', LOOK_HELP)
    .action(async (store: string, flags: JsonFlag) =>
      done(await listApprovals(store, flags, screen)),
    );
  approvals
    .command('show')
    .description('a request as the kernel renders it, and what became of it')
    .argument('<STORE>', 'the approval store')
    .argument('<ID>', 'the request')
    .option('--json', JSON_HELP)
    .addHelpText('after', LOOK_HELP)
    .action(async (store: string, id: string, flags: JsonFlag) =>
      done(await showApproval({ store, id }, flags, screen)),
    );
  addRuling(approvals, parts, 'approve');
  addRuling(approvals, parts, 'deny');
  approvals
    .command('watch')
    .description('print requests as they come')
    .argument('<STORE>', 'the approval store; it is made if it is not there')
    .option('--json', 'print one JSON object a line and nothing else on stdout')
    .addHelpText('after', WATCH_HELP)
    .action(async (store: string, flags: JsonFlag) =>
      done(await watchApprovals(store, flags, screen)),
    );
  approvals
    .command('serve')
    .description('list, show and rule over HTTP on the loopback address')
    .argument('<STORE>', 'the approval store; it is made if it is not there')
    .option('--port <N>', 'the port; any that is free if left out', portOf)
    .addHelpText('after', SERVE_HELP)
    .action(async (store: string, flags: { readonly port?: number }) =>
      done(await serveApprovalStore(store, flags, screen)),
    );
}

function addRuling(
  approvals: Command,
  { screen, done }: CommandParts,
  verb: 'approve' | 'deny',
): void {
  const isApproval = verb === 'approve';
  approvals
    .command(verb)
    .description(isApproval ? 'allow the call of a request' : 'refuse the call of a request')
    .argument('<STORE>', 'the approval store')
    .argument('<ID>', 'the request')
    .option('--digest <HEX>', 'the digest of the request that was shown')
    .option(
      '--as <NAME>',
      'who rules; the name in the key, or the user of this process, if left out',
    )
    .option('--key <FILE>', 'sign with this private key of an approver')
    .option('--reason <TEXT>', 'why, in at most 1024 bytes')
    .option('--json', JSON_HELP)
    .addHelpText('after', isApproval ? RULE_HELP : DENY_HELP)
    .action(async (store: string, id: string, flags: RuleFlags) => {
      const decision = isApproval ? 'allow' : 'deny';
      done(await ruleOnApproval({ store, id, decision }, flags, screen));
    });
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a whole number from 0 to 65535.');
}
