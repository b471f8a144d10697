/**
 * One question, put before the caller's own face and everybody who shares its list: whoever is
 * quicker rules, and the others are told that it is over (behaviour ).
 */
import type { ApprovalRequest, Approver, Ruling, RulingRefusal } from '../../schemas/index.js';
import { type ApprovalBroker, openQuestion } from '../approval/broker.js';
import { readRuling } from '../approval/ruling.js';
import type { Asked, Waiting } from '../approval/waiting.js';
import type { Refusal } from '../gate/denial.js';
import { freeze } from '../primordials.js';
import type { Cancellation } from './cancellation.js';
import { makeQuietController } from './quiet-signal.js';

export interface QuestionDesk {
  /** The caller's own face; others rule through the broker. */
  readonly approver: Approver | null;
  readonly broker: () => ApprovalBroker;
  /** Nobody but the caller's own face can rule: the list is shared with none. */
  readonly isAlone: boolean;
  readonly cancellation: Cancellation;
}

/** Why a question came to nothing. */
export type Why = Pick<Refusal, 'code' | 'reason'>;

/** A ruling without a record does not count. */
export const unrecorded: Why = freeze({
  code: 'audit_unavailable',
  reason: 'the audit store did not take the `ruling` record',
});

function refusalOf(code: RulingRefusal): Why {
  switch (code) {
    case 'expired':
      return { code: 'approval_expired', reason: 'the ruling came too late' };
    case 'not_accepted':
      return unrecorded;
    case 'unsigned':
      return { code: 'approval_failed', reason: 'the ruling needs the signature of an approver' };
    case 'malformed':
    case 'not_owned':
      return { code: 'approval_failed', reason: 'no ruling' };
    case 'conflict':
    case 'digest_mismatch':
    case 'not_found':
      return { code: 'approval_mismatch', reason: 'a ruling on another request' };
  }
}

/** One question, put before the caller's own face and everybody who shares its list. */
export class Question {
  readonly #desk: QuestionDesk;
  readonly #request: ApprovalRequest;
  /** Why the caller's own face gave no ruling that counts. */
  why: Why | null = null;

  constructor(desk: QuestionDesk, request: ApprovalRequest) {
    this.#desk = desk;
    this.#request = request;
  }

  async answer(record: (ruling: Ruling) => void | Promise<void>): Promise<Asked> {
    const { broker, isAlone, approver, cancellation } = this.#desk;
    const waiting = openQuestion(broker(), { request: this.#request, isAlone, record });
    const giveUp = (): void => waiting.giveUp('cancelled');
    waiting.onEnd(cancellation.onAbort(giveUp));
    if (cancellation.aborted) giveUp();
    await waiting.ready;
    if (approver !== null && waiting.isOpen) void this.#askFace(approver, waiting);
    return await waiting.asked;
  }

  /** Takes the face's ruling like any other; whoever is quicker cancels it (behaviour A-26). */
  async #askFace(approver: Approver, waiting: Waiting): Promise<void> {
    const controller = makeQuietController();
    waiting.onEnd(() => controller.abort('ended'));
    let answer: unknown;
    try {
      answer = await approver.ask(this.#request, { signal: controller.signal });
    } catch {
      return this.#failed(waiting, { code: 'approval_failed', reason: 'the approver threw' });
    }
    const ruling = readRuling(answer);
    if (ruling === null)
      return this.#failed(waiting, {
        code: 'approval_failed',
        reason: 'the approver returned no ruling',
      });
    const taken = await this.#desk.broker().rule(ruling);
    if (!taken.accepted) this.#failed(waiting, refusalOf(taken.code));
  }

  /** Where nobody else can rule, that is the end of the question. */
  #failed(waiting: Waiting, why: Why): void {
    if (!waiting.isOpen || !this.#desk.isAlone) return;
    this.why = why;
    waiting.fail({ kind: 'lost' });
  }
}
