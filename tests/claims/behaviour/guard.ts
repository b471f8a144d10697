/** Family V, items 11 to 21: the coded patterns of the guard. */
import type { BehaviourRows } from '../item.js';

export const guardItems = {
  'V-11': { item: 'Every string in the arguments is looked at, at any depth; key names are not.' },
  'V-12': { item: 'A leading `~` stands for the home of the user; one further in does not.' },
  'V-13': { item: 'Eleven path patterns deny; the first that matches is the one reported.' },
  'V-14': { item: 'No option, environment variable or policy changes the patterns.' },
  'V-15': {
    item: 'A normalised copy is matched too: `//etc/passwd`, `file:///etc/passwd`.',
  },
  'V-16': { item: 'Shell patterns are asked only for `shell_exec` or the capability `code:exec`.' },
  'V-17': { item: 'The command is `command`, else `cmd`; a list is joined with single spaces.' },
  'V-18': { item: 'Six shell patterns deny.' },
  'V-19': { item: 'No grant, rule or ruling lets a command through that the guard denies.' },
  'V-20': {
    item: 'The guard is no shell: a table lists what passes and what is blocked too much.',
  },
  'V-21': { item: 'Paths are asked before commands, so `cat ~/.ssh/id` is reported as a path.' },
} as const satisfies BehaviourRows;
