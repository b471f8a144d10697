/** Family A, sources and modes: safety modes, lists of commands, confirmations. */
import type { BehaviourRows } from '../item.js';

export const safetyItems = {
  'A-1': {
    item: 'One entry: arguments frozen before the first check, admitted once; policy, reviewer and user say yes or no.',
  },
  'A-2': { item: 'No vote: a layer tightens, and nobody turns its question or its no into a yes.' },
  'A-3': { item: 'The override matrix: who may loosen what, cell by cell.' },
  'A-4': { item: 'A call runs by itself exactly where no layer asked or denied.' },
  'A-5': { item: 'Four safety modes: strict refuses what normal and review ask and yolo leaves.' },
  'A-6': { item: '`trust` and `ai_review` are read as `review`, and never written.' },
  'A-7': { item: 'The default is `normal`; a word that is no mode is refused.' },
  'A-8': {
    item: 'Reading runs, `rm -rf ./build` asks with all that binds it, `rm -rf /` asks nobody.',
  },
  'A-9': {
    item: 'The black list goes by what a command is: `rm -rf /tmp/x` and `echo reboot` are not on it.',
  },
  'A-10': {
    item: 'The grey list asks about programs and about redirects to files, not about letters.',
  },
  'A-11': {
    item: '`confirm` is a boolean, is no argument unless the tool has it, and asks for the user.',
  },
  'A-35': { item: '`yolo` does not get past a tool that asks about every call.' },
  C21: { item: 'What is remembered is a rule: it may answer the grey list, never a confirmation.' },
  C33: { item: 'In `strict` the grey list is refused, and a confirmation is still asked.' },
  C35: { item: 'The user answers questions; what is denied is never put before anybody.' },
} as const satisfies BehaviourRows;
