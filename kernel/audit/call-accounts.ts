/**
 * The calls of a chain that are not settled: admitted without a terminal record, or ended as
 * uncertain, and resolved by nobody. Upholds INV-T32. Trusts no record beyond its shape.
 */
import type { UnsettledCall } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { RecordLine } from './record-line.js';

/** What a record does that cannot be. */
export type CallFault = 'ends a call that no record admitted' | 'resolves a call that needs none';

export class CallAccounts {
  readonly #calls = new Map<string, UnsettledCall>();

  /** Begins with what another file carried over. */
  carry(calls: readonly UnsettledCall[]): void {
    for (const call of calls) this.#calls.set(keyOf(call.run, call.call), call);
  }

  /** Follows one record; says what is wrong with it, if anything is. */
  take(record: RecordLine): CallFault | null {
    const { run, call, kind, data } = record;
    if (call === null) return null;
    const key = keyOf(run, call);
    const known = this.#calls.get(key);
    switch (kind) {
      case 'admission':
        this.#calls.set(key, admitted(record, call));
        return null;
      case 'terminal':
        if (known?.state !== 'open') return 'ends a call that no record admitted';
        // INV-T32: what may have happened stays listed until somebody looked.
        if (wordOf(data, 'outcome') !== 'uncertain') this.#calls.delete(key);
        else this.#calls.set(key, freeze({ ...known, state: 'uncertain' }));
        return null;
      case 'late_result':
        if (known !== undefined) this.#calls.set(key, freeze({ ...known, late: lateOf(data) }));
        return null;
      case 'resolution':
        // INV-T33: a resolution closes exactly one call that was open.
        return this.#calls.delete(key) ? null : 'resolves a call that needs none';
      default:
        return null;
    }
  }

  /** In the order of their admission. */
  unsettled(): readonly UnsettledCall[] {
    return freeze([...this.#calls.values()]);
  }
}

function keyOf(run: string, call: string): string {
  return `${run.length}:${run}${call}`;
}

function admitted({ run, seq, at, data }: RecordLine, call: string): UnsettledCall {
  return freeze({
    run,
    call,
    seq,
    at,
    step: wordOf(data, 'step') ?? '',
    tool: wordOf(data, 'tool') ?? '',
    state: 'open',
    idempotency: wordOf(data, 'idempotency'),
    late: null,
  });
}

function lateOf(data: object): UnsettledCall['late'] {
  return wordOf(data, 'settled') === 'resolved' ? 'resolved' : 'rejected';
}

function wordOf(data: object, key: string): string | null {
  const value = Object.hasOwn(data, key) ? (data as Record<string, unknown>)[key] : null;
  return typeof value === 'string' ? value : null;
}
