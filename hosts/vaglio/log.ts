/**
 * The log of verdicts: one line of JSON a verdict, one file a month, for people to read. It names
 * keys and never values; the intent is scrubbed. Best effort: what fails is counted, and the
 * decision stands (behaviour V-39 to V-43). It is no audit: see hosts/stores/file-audit.ts.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { VerdictEntry, VerdictLog } from '../../schemas/index.js';
import { LineLog } from '../stores/line-log.js';
import { scrubText } from './scrub.js';

export interface VaglioLogOptions {
  /** The folder of the files. Default: `~/.local/share/sluice/vaglio`; no variable changes it. */
  readonly folder?: string;
}

export interface VaglioLog extends VerdictLog {
  /** How many verdicts could not be written. */
  readonly dropped: number;
  /** Gives the file up; a later verdict opens it again. */
  close(): void;
}

/** Longest text of one field, in UTF-16 code units, after scrubbing. */
const MAX_TEXT = 4096;
const MAX_KEYS = 64;

/** Opens the log; no file is made before the first verdict. Writing to it never throws. */
export function openVaglioLog(options: VaglioLogOptions = {}): VaglioLog {
  return new MonthlyLog(options.folder ?? join(homedir(), '.local', 'share', 'sluice', 'vaglio'));
}

/** The name of the file for a moment, by local time: `2026-03.jsonl`. */
function fileOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}.jsonl`;
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

function shownKeys(keys: readonly string[]): readonly string[] {
  return keys.slice(0, MAX_KEYS).map((key) => cut(scrubText(key)));
}

class MonthlyLog implements VaglioLog {
  readonly #lines: LineLog;
  #dropped = 0;
  /** The last intent and what is left of it: all calls of a run have the same one. */
  #scrubbed = { intent: '', text: '' };

  constructor(folder: string) {
    this.#lines = new LineLog(folder);
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(entry: VerdictEntry): void {
    try {
      this.#lines.append(fileOf(entry.verdict.ts), this.#line(entry));
    } catch {
      // A log that fails changes nothing: the verdict has fallen.
      this.#dropped += 1;
    }
  }

  close(): void {
    this.#lines.close();
  }

  #line({ verdict, intent, tool, argsKeys, contextKeys }: VerdictEntry): string {
    const { approved, reason, ts, judge_kind, score, blocked_by, degraded } = verdict;
    return JSON.stringify({
      approved,
      // The words of a model may repeat the intent.
      reason: cut(judge_kind === 'llm-v1' ? scrubText(reason) : reason),
      ts,
      judge_kind,
      score,
      blocked_by,
      intent: this.#scrub(intent),
      executor: tool,
      args_keys: shownKeys(argsKeys),
      context_keys: shownKeys(contextKeys),
      ...(degraded ? { degraded } : {}),
    });
  }

  #scrub(intent: string): string {
    if (this.#scrubbed.intent !== intent) {
      this.#scrubbed = { intent, text: cut(scrubText(intent)) };
    }
    return this.#scrubbed.text;
  }
}
