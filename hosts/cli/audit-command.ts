/** `sluice audit`: commands, options, help. What they do is elsewhere. */
import type { Command } from 'commander';
import { type CheckpointFlags, checkpointCommand } from './audit-checkpoint.js';
import { type ResolveFlags, resolveCommand } from './audit-resolve.js';
import { type ShowFlags, showCommand } from './audit-show.js';
import { type UncertainFlags, uncertainCommand } from './audit-uncertain.js';
import { type VerifyFlags, verifyCommand } from './audit-verify.js';
import type { CommandParts } from './command-parts.js';

const JSON_HELP = 'print one JSON object and nothing else on stdout';

const VERIFY_HELP = `
Without \`--expect-head\`, \`--key\` and \`--checkpoints\` it finds what was edited, dropped or moved
inside the chain; records cut off at its end, or a chain written anew, only with the hash of a record
or with signed checkpoints that were kept elsewhere. With \`--key\` every checkpoint in the chain must
be signed by one of these keys, and there must be one; \`--checkpoints\` needs it.

A file without a record holds, and so does one whose every record was cut off.

Exit codes: 0 the chain holds, 2 it does not, 1 the file could not be read.

Examples:
  sluice audit verify audit.jsonl
  sluice audit verify audit.jsonl --expect-head 5b1c…
  sluice audit verify audit.jsonl --key audit.key.pub --checkpoints /mnt/elsewhere/checkpoints`;

const SHOW_HELP = `
Exit codes: 0, or 2 if the chain does not hold (its lines are shown all the same), 1 if the file
could not be read or no record is of the run that was asked for.`;

const CHECKPOINT_HELP = `
Adds a record that signs what stands before it, and with \`--out\` keeps the checkpoint in another
file too. It needs the file for itself: a run that writes to it signs with \`sluice run --sign\`.

Exit codes: 0 signed, 1 it could not be.

Example:
  sluice audit checkpoint audit.jsonl --key audit.key --out /mnt/elsewhere/checkpoints`;

const UNCERTAIN_HELP = `
Lists the calls that were admitted and never ended, and those that ended as uncertain, until somebody
resolves them. While a process holds the file, its open calls are running and not uncertain.

A call with an idempotency key may be made again with that same key; the digest tells which it was.

Exit codes: 0 none, 5 there are some, 2 the chain does not hold, 1 the file could not be read.

Example:
  sluice audit uncertain audit.jsonl --json`;

const RESOLVE_HELP = `
Look first whether the effect happened. The answer is a record: it says what \`--by\` says, and nobody
checks that.

Exit codes: 0 recorded, 1 it was not.

Examples:
  sluice audit resolve audit.jsonl 9f0c….2 --happened
  sluice audit resolve audit.jsonl 9f0c….2 --did-not --by alice@example.com`;

/** Adds the commands to the command line. */
export function addAudit(program: Command, { screen, done }: CommandParts): void {
  const audit = program.command('audit').description('look at an audit file, sign and settle it');
  audit
    .command('verify')
    .description('say whether the chain of records holds, and where it does not')
    .argument('<FILE>', 'the audit file')
    .option('--expect-head <HASH>', 'the hash of a record that the chain must hold')
    .option('--key <PUB...>', 'public keys of whoever signs the chain')
    .option('--checkpoints <FILE>', 'checkpoints that were kept elsewhere')
    .option('--json', JSON_HELP)
    .addHelpText('after', VERIFY_HELP)
    .action(async (file: string, flags: VerifyFlags) =>
      done(await verifyCommand(file, flags, screen)),
    );
  audit
    .command('show')
    .description('show the records, one a line')
    .argument('<FILE>', 'the audit file')
    .option('--run <ID>', 'only records of this run; the beginning of its id is enough')
    .option('--json', JSON_HELP)
    .addHelpText('after', SHOW_HELP)
    .action(async (file: string, flags: ShowFlags) => done(await showCommand(file, flags, screen)));
  audit
    .command('checkpoint')
    .description('sign what the file holds')
    .argument('<FILE>', 'the audit file')
    .requiredOption('--key <KEY>', 'the private key, made by `sluice keygen --for audit`')
    .option('--out <FILE>', 'keep the checkpoint in this file too')
    .option('--json', JSON_HELP)
    .addHelpText('after', CHECKPOINT_HELP)
    .action(async (file: string, flags: CheckpointFlags) =>
      done(await checkpointCommand(file, flags, screen)),
    );
  addSettling(audit, { screen, done });
}

/** What is about calls that may have happened. */
function addSettling(audit: Command, { screen, done }: CommandParts): void {
  audit
    .command('uncertain')
    .description('list the calls that may have happened')
    .argument('<FILE>', 'the audit file')
    .option('--json', JSON_HELP)
    .addHelpText('after', UNCERTAIN_HELP)
    .action(async (file: string, flags: UncertainFlags) =>
      done(await uncertainCommand(file, flags, screen)),
    );
  audit
    .command('resolve')
    .description('record whether a call happened that nobody knew of')
    .argument('<FILE>', 'the audit file')
    .argument('<ID>', 'the whole id of the call')
    .option('--happened', 'the effect happened')
    .option('--did-not', 'the effect did not happen')
    .option('--by <NAME>', 'who looked. Default: the user of this process')
    .option('--json', JSON_HELP)
    .addHelpText('after', RESOLVE_HELP)
    .action(async (file: string, call: string, flags: ResolveFlags) =>
      done(await resolveCommand({ file, call }, flags, screen)),
    );
}
