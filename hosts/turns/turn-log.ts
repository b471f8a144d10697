/**
 * The log of turns: one line of JSON a turn, one file a day (UTC), for people to read (behaviour
 * T-29, T-30). Best effort: what fails is told once, and changes nothing. It is no audit: see
 * hosts/stores/file-audit.ts.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { HostError } from '../errors.js';
import { LineLog } from '../stores/line-log.js';
import { redactTurn } from './redact-turn.js';
import type { TurnReport } from './turn-report.js';

export interface TurnLogOptions {
  /** Told of the first turn that could not be written. What it throws is dropped. */
  readonly onFailure?: (error: HostError) => void;
}

export interface TurnLog {
  readonly folder: string;
  /** How many turns could not be written. */
  readonly dropped: number;
  /** Writes a turn, redacted; never throws (behaviour T-29, T-30, C26). */
  write(report: TurnReport): void;
  /** Gives the file up; a later turn opens it again. */
  close(): void;
}

/** Longest line, in UTF-16 code units. */
export const MAX_TURN_LINE = 1_048_576;

/** Where the log is unless somebody says otherwise: `~/.local/share/sluice/turns`. */
export function usualTurnFolder(): string {
  return join(homedir(), '.local', 'share', 'sluice', 'turns');
}

/** Opens the log; no file is made before the first turn, and its folders with it. */
export function openTurnLog(
  folder: string = usualTurnFolder(),
  options: TurnLogOptions = {},
): TurnLog {
  return new DailyLog(folder, options);
}

class DailyLog implements TurnLog {
  readonly folder: string;
  readonly #lines: LineLog;
  readonly #onFailure: ((error: HostError) => void) | undefined;
  #dropped = 0;

  constructor(folder: string, { onFailure }: TurnLogOptions) {
    this.folder = folder;
    this.#lines = new LineLog(folder);
    this.#onFailure = onFailure;
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(report: TurnReport): void {
    try {
      const record = redactTurn(report);
      const line = JSON.stringify(record);
      if (line.length > MAX_TURN_LINE)
        throw new HostError('turns_unavailable', 'a turn was not written: its line is too long');
      // The day on which it began.
      this.#lines.append(`${record.started.slice(0, 10)}.jsonl`, line);
    } catch (error) {
      this.#fail(error);
    }
  }

  close(): void {
    this.#lines.close();
  }

  #fail(error: unknown): void {
    this.#dropped += 1;
    if (this.#dropped > 1 || this.#onFailure === undefined) return;
    try {
      this.#onFailure(failureOf(error, this.folder));
    } catch {
      // Whoever is told changes nothing either.
      return;
    }
  }
}

/** Only what this room says of itself is repeated: another error may hold what it failed on. */
function failureOf(error: unknown, folder: string): HostError {
  if (error instanceof HostError && error.code === 'turns_unavailable') return error;
  const why = error instanceof HostError ? error.message : `cannot write to \`${folder}\``;
  return new HostError('turns_unavailable', why, { cause: error });
}
