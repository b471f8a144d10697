/**
 * Words of a command that are text to it, not the name of a file: a message, a pattern, what is
 * printed. A path in such a word is mentioned, not used.
 */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze, hasOwn } from '../../primordials.js';
import { readFind } from './find.js';
import { type OptionSpec, optionValues, readOptions } from './options.js';
import { type ShellScope, staticText } from './word.js';

interface MentionSpec extends OptionSpec {
  /** Options whose value is text. */
  readonly texts?: readonly string[];
  /** Operands that are text, from the first on, unless one of `texts` or `unless` is given. */
  readonly first?: number;
  readonly unless?: readonly string[];
}

const grep: MentionSpec = freeze({
  valued: 'ABCDdefgjmtTM',
  long: ['regexp', 'file', 'include', 'exclude', 'exclude-dir', 'glob', 'label', 'context'],
  texts: ['e', 'regexp', 'include', 'exclude', 'exclude-dir', 'glob', 'g', 'label'],
  first: 1,
  unless: ['e', 'regexp', 'f', 'file'],
});

const sed: MentionSpec = freeze({
  valued: 'efl',
  long: ['expression', 'file', 'line-length'],
  texts: ['e', 'expression'],
  first: 1,
  unless: ['e', 'expression', 'f', 'file'],
});

const awk: MentionSpec = freeze({
  valued: 'fFv',
  long: ['file', 'field-separator', 'assign'],
  texts: ['F'],
  first: 1,
  unless: ['f', 'file'],
});

const forge: MentionSpec = freeze({
  valued: 'btnRlamFHX',
  long: ['body', 'title', 'notes', 'description', 'comment', 'subject', 'message', 'search'],
  texts: ['b', 't', 'n', 'body', 'title', 'notes', 'description', 'comment', 'subject', 'message'],
});

const specs: Readonly<Record<string, MentionSpec>> = freeze({
  ack: grep,
  ag: grep,
  awk,
  egrep: grep,
  fgrep: grep,
  gawk: awk,
  gh: forge,
  git: {
    valued: 'mCcSGF',
    long: ['message', 'grep', 'author', 'trailer', 'format', 'pretty', 'subject-prefix'],
    texts: ['m', 'message', 'grep', 'S', 'G', 'author', 'trailer', 'format', 'pretty'],
  },
  glab: forge,
  grep,
  jq: { valued: 'fL', first: 1, unless: ['f', 'from-file'] },
  logger: { valued: 'tp', first: Number.POSITIVE_INFINITY },
  mawk: awk,
  pgrep: { first: 1 },
  pkill: { first: 1 },
  rg: grep,
  sed,
  test: { first: Number.POSITIVE_INFINITY },
  '[': { first: Number.POSITIVE_INFINITY },
  tr: { first: 2 },
  yq: { first: 1 },
});

/** Options of any program that leave files out. */
const LEAVES_OUT = /^--(?:exclude|ignore)[\w-]*=/;
const LEAVES_OUT_APART = /^--(?:exclude|ignore)[\w-]*$/;
const PRINTS = /^(?:echo|printf|:|true|false)$/;

const noWords: ReadonlySet<ShellWord> = freeze(new Set<ShellWord>());

/** The words of a command, its name first, that only mention. `isRead`: its output goes on. */
export function mentionsOf(
  name: string,
  words: readonly ShellWord[],
  scope: ShellScope,
  isRead: boolean,
): ReadonlySet<ShellWord> {
  const args = words.slice(1);
  if (PRINTS.test(name)) return isRead ? noWords : new Set(args);
  if (name === 'find') return new Set(readFind(args, scope).patterns);
  const mentions = new Set(leftOut(args));
  const spec = hasOwn(specs, name) ? specs[name] : undefined;
  if (spec === undefined) return mentions;
  const options = readOptions(args, scope, spec);
  for (const word of optionValues(options, ...(spec.texts ?? []))) mentions.add(word);
  for (const word of attachedTexts(args, spec)) mentions.add(word);
  if (!(spec.unless ?? []).some((option) => options.given.has(option)))
    for (const word of options.operands.slice(0, spec.first ?? 0)) mentions.add(word);
  return mentions;
}

function leftOut(args: readonly ShellWord[]): readonly ShellWord[] {
  return args.filter((word, at) => {
    const before = args[at - 1];
    return (
      LEAVES_OUT.test(staticText(word) ?? '') ||
      (before !== undefined && LEAVES_OUT_APART.test(staticText(before) ?? ''))
    );
  });
}

/** `--message=text` and `-mtext`, which hold option and text in one word. */
function attachedTexts(args: readonly ShellWord[], spec: MentionSpec): readonly ShellWord[] {
  const { texts = [] } = spec;
  return args.filter((word) => {
    const [first] = word.parts;
    const text = first?.kind === 'text' ? first.text : '';
    if (text.startsWith('--')) {
      const equals = text.indexOf('=');
      return equals > 0 && texts.includes(text.slice(2, equals));
    }
    return text.startsWith('-') && texts.includes(text.slice(1, 2));
  });
}
