/** `sluice keygen`: makes a pair of keys for one use. */
import type { Command } from 'commander';
import { HostError } from '../errors.js';
import { makeKeyFile } from '../keys/key-file.js';
import { isKeyPurpose, keyPurposes } from '../keys/key-purpose.js';
import type { CommandParts } from './command-parts.js';
import type { Screen } from './screen.js';

interface KeygenFlags {
  readonly for: string;
  readonly out: string;
  readonly name?: string;
  readonly json?: true;
}

const KEYGEN_HELP = `
Writes an Ed25519 private key to FILE, mode 600, and the public one to FILE.pub. A key is for one
use, which stands in both files: audit signs checkpoints, catalog signs catalogues of tools, approver
signs rulings, report signs reports of the conformance kit. A file that is there is never written
over.

Exit codes: 0 made, 1 not.

Examples:
  sluice keygen --for audit --out audit.key
  sluice keygen --for approver --out alice.key --name alice@example.com`;

/** Adds the command to the command line. */
export function addKeygen(program: Command, { screen, done }: CommandParts): void {
  program
    .command('keygen')
    .description('make a pair of keys for one use')
    .requiredOption('--for <USE>', `one of ${keyPurposes.join(', ')}`)
    .requiredOption('--out <FILE>', 'the file of the private key')
    .option('--name <NAME>', 'whose key it is')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', KEYGEN_HELP)
    .action(async (flags: KeygenFlags) => done(await keygenCommand(flags, screen)));
}

async function keygenCommand(flags: KeygenFlags, screen: Screen): Promise<number> {
  const { for: purpose, out, name = null } = flags;
  if (!isKeyPurpose(purpose))
    throw new HostError('usage_malformed', `\`--for\` takes one of ${keyPurposes.join(', ')}`);
  const made = makeKeyFile(out, purpose, name);
  if (flags.json === true) await screen.printJson(made);
  else
    await screen.print(
      `private key ${made.file}\npublic key  ${made.publicFile}\nsha256      ${made.key}\n`,
    );
  return 0;
}
