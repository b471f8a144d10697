/** `sluice honesty`: what is gated where, what is only sandboxed, what cannot be seen. */
import type { Command } from 'commander';
import { honestyRows } from '../honesty.js';
import { honestyText } from '../honesty-text.js';
import type { CommandParts } from './command-parts.js';

interface HonestyFlags {
  readonly json?: true;
}

/** Adds the command to the command line. */
export function addHonesty(program: Command, { screen, done }: CommandParts): void {
  program
    .command('honesty')
    .description('say what is gated where, and what is not')
    .option('--json', 'print one JSON list and nothing else on stdout')
    .action(async ({ json }: HonestyFlags) => {
      if (json === true) await screen.printJson(honestyRows());
      else await screen.print(honestyText());
      done(0);
    });
}
