/** `sluice honesty`: what is gated where, what is only sandboxed, what cannot be seen. */
import type { Command } from 'commander';
import { honestyRows } from '../honesty.js';
import { honestyText } from '../honesty-text.js';
import type { Screen } from './screen.js';

interface HonestyFlags {
  readonly json?: true;
}

interface HonestyParts {
  readonly screen: Screen;
  /** Takes the exit code of the command. */
  readonly done: (exitCode: number) => void;
}

/** Adds the command to the command line. */
export function addHonesty(program: Command, { screen, done }: HonestyParts): void {
  program
    .command('honesty')
    .description('say what is gated where, and what is not')
    .option('--json', 'print one JSON list and nothing else on stdout')
    .action(async ({ json }: HonestyFlags) => {
      await screen.print(
        json === true ? `${JSON.stringify(honestyRows(), null, 2)}\n` : honestyText(),
      );
      done(0);
    });
}
