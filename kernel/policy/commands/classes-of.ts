/** What one command adds to the classes of the action that runs it. Adding can only tighten. */
import type { ActionClass } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import { classForms } from './class-table.js';
import { formsOf, hasVerbs, indexForms } from './form.js';
import { gitClasses } from './git-classes.js';
import type { ProgramUse } from './program.js';

/** Classes that a command adds, and which of the paths that it names it writes to. */
export interface CommandClasses {
  readonly classes: readonly ActionClass[];
  readonly writes: 'all' | 'last' | 'none';
}

const index = indexForms(classForms);
const ASSIGNS = /^[A-Za-z_]\w*=/;
const DECLARES = /^(?:export|declare|typeset|readonly)$/;
const secret: CommandClasses = freeze({
  classes: freeze(['secretAccess'] as const),
  writes: 'none',
});

/** The classes that a command adds (behaviour G-5, G-6); what it may do counts as done. */
export function classesOf(use: ProgramUse): CommandClasses {
  if (use.name === 'git') {
    const classes = gitClasses(use);
    return { classes, writes: classes.includes('workspaceMutation') ? 'all' : 'none' };
  }
  if (showsEnvironment(use)) return secret;
  const forms = formsOf(use, index).map(([form]) => form);
  return { classes: forms.flatMap(({ adds }) => adds), writes: widest(forms) };
}

/** Whether what a program is told to do is unknown, where that decides what it changes. */
export function lacksVerb(use: ProgramUse): boolean {
  if (use.options.operands[0] !== null) return false;
  return use.name === 'git' || hasVerbs(use.name, index);
}

function widest(forms: readonly { readonly writes?: 'all' | 'last' }[]): CommandClasses['writes'] {
  if (forms.some(({ writes }) => writes === 'all')) return 'all';
  return forms.some(({ writes }) => writes === 'last') ? 'last' : 'none';
}

/** `env`, `set`, `export -p`: all variables are shown, secrets among them. */
function showsEnvironment({ name, args, options: { operands, has } }: ProgramUse): boolean {
  if (name === 'set') return args.length === 0;
  if (name === 'env') return operands.every((word) => word !== null && ASSIGNS.test(word));
  return DECLARES.test(name) && operands.length === 0 && (args.length === 0 || has('p', 'x'));
}
