/** What the safety lists find in the commands of a call. Data only. */
import type { ActionClass, ActionCommand } from '../../../schemas/index.js';

/** One entry of a list, and the command that it was found in. */
export interface SafetyFinding {
  /** `black`: no call may run it. `grey`: the safety mode says whether somebody is asked. */
  readonly list: 'black' | 'grey';
  /** The entry, by its own name: `rm`, `redirect`, `unread`. Never a word of the command. */
  readonly entry: string;
  /** Whether the command has that form; else it hangs on a word that nobody knows. */
  readonly isSure: boolean;
  /** The very object of the action's commands; null for what is no command: a redirect. */
  readonly command: ActionCommand | null;
  /** The classes that it adds to the action. */
  readonly classes: readonly ActionClass[];
}
