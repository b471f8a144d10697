/** What a command is given that runs for long. */
import type { CommandParts } from './command-parts.js';
import type { Progress } from './progress.js';

export interface ProgramParts extends CommandParts {
  readonly progress: Progress;
}
