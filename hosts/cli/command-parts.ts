/** What every command is given. */
import type { Screen } from './screen.js';

export interface CommandParts {
  readonly screen: Screen;
  /** Takes the exit code of the command. */
  readonly done: (exitCode: number) => void;
}
