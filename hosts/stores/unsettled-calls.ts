/**
 * Calls of a store's chain that nobody has settled, followed while records are appended: what its
 * next file carries over, so that deleting old files loses none. Upholds INV-T20.
 */
import type { UnsettledCall } from '../../schemas/index.js';
import type { LineHead } from './line-head.js';

const ADMISSION =
  /"step":("(?:[^"\\]|\\.)*"),"tool":("(?:[^"\\]|\\.)*"),"definition":"[^"]*","args":"[^"]*"(?:,"idempotency":("(?:[^"\\]|\\.)*"))?/y;
const UNCERTAIN = '{"outcome":"uncertain"';
const RESOLVED = '{"settled":"resolved"';

function textOf(json: string | undefined): string {
  return json === undefined ? '' : (JSON.parse(json) as string);
}

function admitted({ run, seq, at, data }: LineHead, call: string, line: string): UnsettledCall {
  ADMISSION.lastIndex = data + 1;
  const [, step, tool, key] = ADMISSION.exec(line) ?? [];
  const idempotency = key === undefined ? null : textOf(key);
  const names = { step: textOf(step), tool: textOf(tool) };
  return { run, call, seq, at, ...names, state: 'open', idempotency, late: null };
}

function keyOf({ run, call }: Pick<UnsettledCall, 'run' | 'call'>): string {
  return `${run}/${call}`;
}

export class UnsettledCalls {
  readonly #calls = new Map<string, UnsettledCall>();

  /** Begins with those that the verification of the store found. */
  constructor(found: readonly UnsettledCall[]) {
    for (const call of found) this.#calls.set(keyOf(call), call);
  }

  /** Follows one record. */
  take(head: LineHead, line: string): void {
    const { run, call, kind, data } = head;
    if (call === null) return;
    const key = keyOf({ run, call });
    const known = this.#calls.get(key);
    if (kind === 'admission') this.#calls.set(key, admitted(head, call, line));
    else if (kind === 'terminal' && known !== undefined) {
      // INV-T20: what may have happened is carried on until somebody looked.
      if (line.startsWith(UNCERTAIN, data)) this.#calls.set(key, { ...known, state: 'uncertain' });
      else this.#calls.delete(key);
    } else if (kind === 'late_result' && known !== undefined) {
      const late = line.startsWith(RESOLVED, data) ? 'resolved' : 'rejected';
      this.#calls.set(key, { ...known, late });
    } else if (kind === 'resolution') this.#calls.delete(key);
  }

  /** In the order of their admission. */
  list(): readonly UnsettledCall[] {
    return [...this.#calls.values()];
  }
}
