/** `sluice sign`: signs folders of executors (behaviour T-31). */
import type { Command } from 'commander';
import { visibleLine } from '../answer/visible-text.js';
import { type SignedExecutor, signExecutor } from '../catalogue/sign-folder.js';
import type { CommandParts } from './command-parts.js';
import type { Screen } from './screen.js';

interface SignFlags {
  readonly key: string;
  readonly json?: true;
}

const SIGN_HELP = `
Writes the SHA-256 of every file that \`[code.files]\` of manifest.toml names into that table, one
line a file, and an Ed25519 signature over the manifest into manifest.toml.sig. Everything else in
the manifest stays as it is. A folder that is signed already is left alone. What the manifest
declares is checked first: a malformed one is not signed, and no folder after it.

Sign only what you have read: a signed executor runs with all rights of the user who runs it.

Exit codes: 0 signed, 1 not.

Examples:
  sluice keygen --for catalog --out catalog.key --name alice@example.com
  sluice sign executors/fs_read executors/web_get --key catalog.key`;

/** Adds the command to the command line. */
export function addSign(program: Command, { screen, done }: CommandParts): void {
  program
    .command('sign')
    .description('sign executors, a folder with a manifest.toml each')
    .argument('<DIR...>', 'the folders of the executors')
    .requiredOption('--key <FILE>', 'a private key of `sluice keygen --for catalog`')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', SIGN_HELP)
    .action(async (folders: readonly string[], flags: SignFlags) => {
      await signAll(folders, flags, screen);
      done(0);
    });
}

async function signAll(
  folders: readonly string[],
  { key, json }: SignFlags,
  screen: Screen,
): Promise<void> {
  const signed: SignedExecutor[] = [];
  for (const folder of folders) {
    const one = signExecutor(folder, key);
    signed.push(one);
    if (json === true) continue;
    const what = one.changed ? 'signed' : 'signed already';
    await screen.print(`${visibleLine(folder)}  ${one.name} ${one.version}  ${what}\n`);
  }
  if (json === true) await screen.printJson({ signed });
}
