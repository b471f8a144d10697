/** Commands that write files: where to, and whether the guard has anything against it. */
import type { ShellWord } from '../../../schemas/index.js';
import type { CommandUse, Rule } from './command-use.js';
import { hasOption, type OptionSpec, optionValues, readOptions } from './options.js';
import { isDisk, writeOf } from './places.js';
import { UNKNOWN, valuesOf } from './word.js';

/** Judges a file that is written. */
export function writesText(use: Pick<CommandUse, 'scope' | 'findings'>, text: string): void {
  const kind = writeOf(text, use.scope.base);
  if (kind === 'disk') use.findings.deny('write_device');
  else if (kind === 'socket') use.findings.deny('open_socket');
  else if (kind === 'startup') use.findings.deny('write_startup');
  else if (kind === 'system') use.findings.ask('write_system');
}

/** Judges each file that is written. */
export function writes(
  use: Pick<CommandUse, 'scope' | 'findings'>,
  words: readonly ShellWord[],
): void {
  for (const word of words)
    for (const text of valuesOf(word, use.scope).texts) writesText(use, text);
}

/** A rule for commands that write the values of some options, and some of their operands. */
export function writer(
  spec: OptionSpec,
  outputs: readonly string[],
  operands: 'all' | 'last' | null,
): Rule {
  return (use) => {
    const options = readOptions(use.args, use.scope, spec);
    writes(use, optionValues(options, ...outputs));
    if (operands === 'all') writes(use, options.operands);
    if (operands === 'last' && options.operands.length > 1) writes(use, options.operands.slice(-1));
  };
}

/** `dd of=FILE`. */
export function copiesBlocks(use: CommandUse): void {
  for (const word of use.args) {
    for (const text of valuesOf(word, use.scope).texts) {
      if (!text.startsWith('of=')) continue;
      writesText(use, text.slice(3));
      if (text.startsWith(`of=${UNKNOWN}`)) use.findings.ask('target_unknown');
    }
  }
}

/** Tools that know nothing but disks. */
export function touchesDisk(use: CommandUse): void {
  for (const word of use.args)
    for (const text of valuesOf(word, use.scope).texts)
      if (isDisk(text, use.scope.base)) use.findings.deny('write_device');
}

/** `sed -i FILE`, `perl -i FILE`: with one of these options the operands are written. */
export function editsInPlace(spec: OptionSpec): Rule {
  return (use) => {
    const options = readOptions(use.args, use.scope, spec);
    if (hasOption(options, 'i', 'in-place')) writes(use, options.operands);
  };
}

/** `gawk -i inplace PROGRAM FILE`. */
export function editsByProgram(use: CommandUse): void {
  const options = readOptions(use.args, use.scope, { valued: 'fFvieE', long: ['include'] });
  const isEditing = optionValues(options, 'i', 'include').some((word) =>
    valuesOf(word, use.scope).texts.includes('inplace'),
  );
  if (isEditing) writes(use, options.operands.slice(hasOption(options, 'f') ? 0 : 1));
}
