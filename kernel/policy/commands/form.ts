/** Forms of commands that tables speak of, and whether a command has one. */
import { createRecord, freeze, hasOwn } from '../../primordials.js';
import type { ProgramUse } from './program.js';

/** A form of a command. */
export interface CommandForm {
  /** Program and sub-commands; `|` between those that count alike: `gh pr create|merge`. */
  readonly words: string;
  /** One of these options must be there, by letter or long name. */
  readonly options?: readonly string[];
  /** Some word after the program must look like this. */
  readonly some?: RegExp;
  /** The first word after the program must look like this. */
  readonly first?: RegExp;
  /** A word that nobody knows makes no match: it is told elsewhere that it is unknown. */
  readonly isKnown?: true;
}

/** `maybe`: it hangs on a word that nobody knows. */
export type FormMatch = 'hit' | 'maybe' | 'miss';

interface ReadForm<F> {
  readonly form: F;
  readonly verbs: readonly (readonly string[])[];
}

/** Forms by the program that they begin with. */
export type FormIndex<F extends CommandForm> = Readonly<Record<string, readonly ReadForm<F>[]>>;

/** Sorts forms by program. */
export function indexForms<F extends CommandForm>(forms: readonly F[]): FormIndex<F> {
  const index: Record<string, ReadForm<F>[]> = createRecord();
  for (const form of forms) {
    const [programs = [], ...verbs] = form.words.split(' ').map((word) => word.split('|'));
    for (const program of programs) {
      const known = index[program] ?? [];
      known.push({ form, verbs });
      index[program] = known;
    }
  }
  return freeze(index);
}

/** Whether a program is told what to do by a sub-command. */
export function hasVerbs<F extends CommandForm>(name: string, index: FormIndex<F>): boolean {
  return hasOwn(index, name) && (index[name] ?? []).some(({ verbs }) => verbs.length > 0);
}

/** The forms that a command has or may have, each with how sure that is. */
export function formsOf<F extends CommandForm>(
  use: ProgramUse,
  index: FormIndex<F>,
): readonly (readonly [form: F, match: 'hit' | 'maybe'])[] {
  const forms = hasOwn(index, use.name) ? (index[use.name] ?? []) : [];
  return forms.flatMap((read) => {
    const match = matchOf(read, use);
    const isMiss = match === 'miss' || (match === 'maybe' && read.form.isKnown === true);
    return isMiss ? [] : [[read.form, match] as const];
  });
}

function matchOf<F extends CommandForm>({ form, verbs }: ReadForm<F>, use: ProgramUse): FormMatch {
  return weakest(
    verbs.length === 0 ? 'hit' : verbMatch(verbs, use),
    form.options === undefined ? 'hit' : optionMatch(form.options, use),
    form.some === undefined ? 'hit' : wordMatch(form.some, use),
    form.first === undefined ? 'hit' : firstMatch(form.first, use),
  );
}

function weakest(...parts: readonly FormMatch[]): FormMatch {
  if (parts.includes('miss')) return 'miss';
  return parts.includes('maybe') ? 'maybe' : 'hit';
}

function verbMatch(verbs: readonly (readonly string[])[], use: ProgramUse): FormMatch {
  let best: FormMatch = 'miss';
  for (let from = 0; from <= use.doubtful && best === 'miss'; from += 1) {
    const match = verbsAt(verbs, use, from);
    best = match === 'hit' && from > 0 ? 'maybe' : match;
  }
  return best;
}

/** An unknown word may be a sub-command, or an option, or nothing. */
function verbsAt(verbs: readonly (readonly string[])[], use: ProgramUse, from: number): FormMatch {
  for (const [at, names] of verbs.entries()) {
    const operand = use.options.operands[from + at];
    if (operand === null) return 'maybe';
    if (operand === undefined || !names.includes(operand)) return 'miss';
  }
  return 'hit';
}

function optionMatch(names: readonly string[], { options }: ProgramUse): FormMatch {
  if (options.has(...names)) return 'hit';
  return options.hasUnknown ? 'maybe' : 'miss';
}

function firstMatch(first: RegExp, { args }: ProgramUse): FormMatch {
  const [word] = args;
  if (word === null) return 'maybe';
  return word !== undefined && first.test(word) ? 'hit' : 'miss';
}

function wordMatch(some: RegExp, { args, options }: ProgramUse): FormMatch {
  if (args.some((word) => word !== null && some.test(word))) return 'hit';
  return options.hasUnknown ? 'maybe' : 'miss';
}
