/**
 * A kernel at work under attack: calls that must be denied, one that must happen, and what is on
 * record of them. What it tells is plain data, to be compared with a run that nobody attacked.
 */
import {
  createKernel,
  type Kernel,
  labelTreeOf,
  type MemoryAudit,
  memoryAuditSink,
  type RunResult,
  verifyAudit,
} from '../../../hosts/index.js';
import type { AuditSink } from '../../../schemas/index.js';
import { call, planOf } from '../../fakes/plan-steps.js';
import type { Attempt } from './attempt.js';
import { ends, realJson, realNow } from './before.js';
import type { Loot } from './loot.js';
import { type Forbidden, forbidden, grant, honest, query } from './victim-plans.js';
import { Witness } from './victim-tools.js';

/** What a run of the victim came to. */
export interface Observed {
  /** What the call that is allowed ran with; empty if it did not. */
  readonly honest: string;
  /** Why a call that ran must not have run, one line each. */
  readonly ran: string;
  /** The audit lines, without what differs from run to run. */
  readonly records: string;
  /** Whether the times, ids and the chain of the records are those of this run. */
  readonly isGenuine: boolean;
  /** The labels of what the honest run gave. */
  readonly labels: string;
  /** Why what was handed out could not be read; null where it could. */
  readonly unread: string | null;
  /** Whether a tool that never ends was given up on. */
  readonly timedOut: boolean;
}

const principal = 'user:alice@example.com';
const LIMIT_MS = 4_000;

/** A run that is prepared, with its witness. */
interface Prepared {
  readonly witness: Witness;
  readonly work: () => Promise<unknown>;
}

/** Lines of a record as they are in every run. */
function plain(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replaceAll(/"at":\d+/g, '"at":0')
    .replaceAll(/"(prev|hash)":"[0-9a-f]{64}"/g, '"$1":""')
    .replaceAll(/\b[0-9a-f]{32}\b/g, 'id');
}

export class Victim {
  readonly #attempt: Attempt;
  readonly #loot: Loot;
  readonly #sink: MemoryAudit = memoryAuditSink();
  readonly #forbidden: readonly Prepared[];
  readonly #honest: Witness;
  readonly #kernel: Kernel;
  #result: RunResult | null = null;
  #timedOut = false;
  #unread: string | null = null;
  #since = 0;
  #until = 0;

  /** Builds the kernels: in a later attempt before it, otherwise under it. */
  constructor(attempt: Attempt, loot: Loot) {
    this.#attempt = attempt;
    this.#loot = loot;
    this.#forbidden = forbidden.map((one) => this.#prepare(one));
    this.#honest = new Witness({ attempt, loot });
    // One key for all, so that digests can be compared.
    const audit: AuditSink = { ...this.#sink, key: '5'.repeat(64) };
    this.#kernel = this.#build(this.#honest, grant, { audit });
  }

  #build(witness: Witness, granted: readonly string[], more: { audit?: AuditSink } = {}): Kernel {
    const given = this.#attempt.config?.(this.#loot) ?? {};
    const own = { tools: witness.tools, grant: granted, principal, home: '/home/alice', ...more };
    return createKernel({ ...own, ...given });
  }

  #prepare({ steps, onRead, grant: granted = grant }: Forbidden): Prepared {
    const cancel = new AbortController();
    const happens = {
      'runs again': () => kernel.run(query, { plan: planOf(honest) }),
      cancels: () => cancel.abort(),
    };
    const parts = { attempt: this.#attempt, loot: this.#loot };
    const witness = new Witness({
      ...parts,
      onRead: onRead === undefined ? undefined : happens[onRead],
    });
    const kernel = this.#build(witness, granted);
    const { signal } = cancel;
    return { witness, work: () => kernel.run(query, { plan: planOf(...steps), signal }) };
  }

  /** Does everything; under the attempt. */
  async work(): Promise<void> {
    for (let i = 0; i < this.#forbidden.length; i += 1) {
      const work = this.#forbidden[i]?.work;
      if (work !== undefined) await ends(work, LIMIT_MS);
    }
    this.#since = realNow();
    await ends(async () => {
      this.#result = await this.#kernel.run(query, { plan: planOf(honest) });
    }, LIMIT_MS);
    this.#until = realNow();
    const endless = (): Promise<unknown> =>
      this.#kernel.run(query, { plan: planOf(call('w', 'wait_for_ever')) });
    this.#timedOut = await ends(endless, LIMIT_MS);
    const { read } = this.#attempt;
    const result = this.#result;
    if (read === undefined || result === null) return;
    const reach = { tools: this.#honest.tools, kernel: this.#kernel, result };
    try {
      await read(reach, this.#loot);
    } catch (error) {
      this.#unread = String(error);
    }
  }

  /** Tells how it went; when the attempt was taken back. */
  observed(): Observed {
    const ran = forbidden.filter(
      ({ tool }, i) => this.#forbidden[i]?.witness.ran.includes(`${tool} `) === true,
    );
    const lines = this.#sink.lines();
    const output = this.#result?.output ?? null;
    return {
      honest: this.#honest.ran,
      ran: ran.map(({ why }) => why).join('\n'),
      records: plain(lines),
      isGenuine: this.#isGenuine(lines),
      labels: output === null ? '' : realJson(labelTreeOf(output)),
      unread: this.#unread,
      timedOut: this.#timedOut,
    };
  }

  #isGenuine(lines: readonly string[]): boolean {
    const runs = new Set<string>();
    for (const line of lines) {
      const { at, run, kind } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      const time = Number(at);
      if (!(time >= this.#since && time <= this.#until + 2 * LIMIT_MS)) return false;
      if (kind === 'run_started') runs.add(String(run));
    }
    return runs.size === 2 && verifyAudit(lines).ok;
  }
}
