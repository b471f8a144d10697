/** Commands that delete or change a directory with all below it. */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import type { CommandUse, Rule } from './command-use.js';
import { readFind } from './find.js';
import type { ShellFindings } from './findings.js';
import { hasOption, type OptionSpec, readOptions } from './options.js';
import { type Reach, reachOf } from './places.js';
import { mayBreakUp, valuesOf } from './word.js';
import { writes } from './writes.js';

type DirectoryRule = 'delete_root' | 'change_root';

const recursive: OptionSpec = freeze({
  flags: ['recursive', 'force', 'no-preserve-root', 'preserve-root'],
  long: ['reference', 'from'],
});

/** `rm -r`, in any spelling of its options. */
export function deletes(use: CommandUse): void {
  const { operands, ...options } = readOptions(use.args, use.scope, recursive);
  const { given } = options;
  if (use.isForEach || given.has('r') || given.has('R') || given.has('recursive'))
    reachesAll(use, operands, 'delete_root');
  // What is put in, or falls into words, may bring the option that is missing.
  else if (use.isFed || use.args.some(mayBreakUp) || (options.hasUnknown && hasRoot(use, operands)))
    use.findings.ask('target_unknown');
}

/** Commands that take away what files hold, where they run for each file that is found. */
export function empties(spec: OptionSpec): Rule {
  return (use) => {
    if (use.isForEach)
      reachesAll(use, readOptions(use.args, use.scope, spec).operands, 'delete_root');
  };
}

/** `chmod -R`, `chown -R` and their kin. */
export function changes(use: CommandUse): void {
  const options = readOptions(use.args, use.scope, recursive);
  if (!use.isForEach && !hasOption(options, 'R', 'recursive')) return;
  // The first is mostly a mode or an owner, but `chmod -R -x /` has its mode among the options.
  const [first, ...targets] = options.operands;
  if (first === undefined) return;
  if (hasRoot(use, [first])) use.findings.deny('change_root');
  reachesAll(use, targets, 'change_root');
}

/** Judges a recursive command by each of its targets. */
function reachesAll(use: CommandUse, targets: readonly ShellWord[], rule: DirectoryRule): void {
  const { scope, findings } = use;
  if (use.isFed) findings.ask('target_unknown');
  for (const target of targets) {
    const { texts, isKnown } = valuesOf(target, scope);
    if (!isKnown) findings.ask('target_unknown');
    for (const text of texts) reaches(reachOf(text, scope), rule, findings);
  }
}

function reaches(reach: Reach, rule: DirectoryRule, findings: ShellFindings): void {
  if (reach === 'root') findings.deny(rule);
  else if (reach === 'unknown') findings.ask('target_unknown');
  else if (reach === 'outside' && rule === 'delete_root') findings.ask('delete_outside');
}

function hasRoot({ scope }: CommandUse, words: readonly ShellWord[]): boolean {
  return words.some((word) =>
    valuesOf(word, scope).texts.some((text) => reachOf(text, scope) === 'root'),
  );
}

/** `mv`: what is moved away is gone from where it was. */
export function movesAway(use: CommandUse): void {
  const spec = { valued: 'tS', long: ['target-directory', 'suffix'] };
  const options = readOptions(use.args, use.scope, spec);
  const isInto = hasOption(options, 't', 'target-directory');
  const sources = isInto ? options.operands : options.operands.slice(0, -1);
  if (hasRoot(use, sources)) use.findings.deny('delete_root');
}

/** `rsync --delete`: what the source lacks is deleted. */
export function mirrors(use: CommandUse): void {
  const flags = ['delete', 'delete-after', 'delete-before', 'delete-excluded', 'del'];
  const options = readOptions(use.args, use.scope, { valued: 'efBT', flags });
  const target = options.operands.slice(-1);
  if (hasOption(options, ...flags) && hasRoot(use, target)) use.findings.deny('delete_root');
  writes(use, target);
}

/** `find … -delete`, and the files that `find` writes. */
export function finds(use: CommandUse): void {
  const { starts, outputs, chooses, deletes: isDeleting } = readFind(use.args, use.scope);
  writes(use, outputs);
  if (!isDeleting) return;
  for (const start of starts) {
    const { texts, isKnown } = valuesOf(start, use.scope);
    if (!isKnown) use.findings.ask('target_unknown');
    for (const text of texts) {
      const reach = reachOf(text, use.scope);
      // A test lets a part through: which one, the user may know.
      if (reach === 'root' && chooses) use.findings.ask('delete_outside');
      else if (reach !== 'outside' || !chooses || !isHere(text))
        reaches(reach, 'delete_root', use.findings);
    }
  }
}

function isHere(text: string): boolean {
  return text === '.' || text === './';
}
