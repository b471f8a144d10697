/**
 * What a shell command line means to the policy engine: which commands it runs, which classes they
 * add, what they name. Reads by the grammar that the guard reads by and runs nothing. What cannot
 * be read, or told before it runs, is opaque or open, never harmless.
 */
import type { ShellNode, ShellParser } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import { ShellFindings, type ShellQuestion } from '../../vaglio/shell/findings.js';
import { MAX_COMMAND, ShellReader } from '../../vaglio/shell/reader.js';
import { startScope } from '../../vaglio/shell/word.js';
import { CommandCollector } from './collector.js';
import type { CommandReading } from './command-reading.js';
import { ReadingDraft } from './reading-draft.js';

export type { CommandReading } from './command-reading.js';

/** What a reading needs beside the text. */
export interface ReadingMeans {
  readonly parser: ShellParser | null;
  readonly home: string | null;
  /** The directory that it starts in; null if nobody knows. */
  readonly cwd: string | null;
  /** It may be in another language: that it is no shell text says nothing to the safety lists. */
  readonly isScript?: boolean;
}

/** Questions of the guard that say that something is not known before it runs. */
const UNTOLD: ReadonlySet<ShellQuestion> = freeze(
  new Set<ShellQuestion>([
    'shell_unread',
    'shell_error',
    'shell_too_long',
    'shell_too_deep',
    'command_unknown',
    'code_unknown',
    'target_unknown',
  ]),
);

const nothing: ShellNode = freeze({ kind: 'list', items: freeze([]) });
/** Reads nothing, and says so. */
const noParser: ShellParser = freeze({ parse: () => ({ script: nothing, hasError: true }) });

/**
 * Reads a command line, given as text or as words (behaviour G-32, G-34). Words are read as they
 * stand and as the text that they make: who runs them may do either.
 */
export function readCommandLine(
  given: string | readonly string[],
  { parser, home, cwd, isScript = false }: ReadingMeans,
): CommandReading {
  const text = typeof given === 'string' ? given : given.join(' ');
  const reads = parser ?? noParser;
  const findings = new ShellFindings();
  const collector = new CommandCollector();
  const scope = startScope({ home, cwd });
  new ShellReader(reads, findings, collector).start(text, scope);
  if (typeof given !== 'string')
    new ShellReader(reads, findings, collector).startWords(given, scope);
  const draft = new ReadingDraft(cwd);
  draft.take(collector);
  const untold = findings.questions.filter((rule) => UNTOLD.has(rule));
  draft.isMisread = isScript && untold.includes('shell_error');
  draft.isUnread =
    draft.isOpaque || untold.some((rule) => !draft.isMisread || rule !== 'shell_error');
  // What a download brings, nobody has seen.
  if (findings.denial === 'run_download' || untold.length > 0) draft.isOpaque = true;
  return draft.reading(isOneCommand(text, reads) ? text : null, findings.denial);
}

/** Whether a text is one simple command and nothing else. */
function isOneCommand(text: string, parser: ShellParser): boolean {
  if (text.trim() === '' || text.length > MAX_COMMAND) return false;
  const { script } = parser.parse(text);
  const [node = script, ...more] = script.kind === 'list' ? script.items : [];
  if (more.length > 0 || node.kind !== 'command') return false;
  return node.assignments.length === 0 && node.redirects.length === 0;
}
