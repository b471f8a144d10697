/**
 * The calls that a framework was told to ask its user about, by the framework's own ids of them:
 * each good for one call. A model may write ids; two questions under one id are none.
 */
import type { ClientMoment } from '../../kernel/index.js';
import type { ApprovalRequest } from '../../schemas/index.js';
import { forgetOldest } from './forget-oldest.js';
import { isSameQuestion } from './framework-approvals.js';

export interface AskedCall {
  readonly asked: ApprovalRequest;
  /** When the model wrote the call. */
  readonly moment: ClientMoment;
}

interface Note extends AskedCall {
  readonly isSpoilt: boolean;
}

const MAX_NOTES = 1000;

/** What one toolset has asked; the oldest is forgotten first. */
export class AskedCalls {
  readonly #withinMs: number;
  readonly #notes: Map<string, Note> = new Map();

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** Keeps a question. The same again, while it stands, changes nothing; another spoils both. */
  note(id: string, { asked, moment }: AskedCall): void {
    const old = this.#notes.get(id);
    const stands = old !== undefined && asked.openedAt < old.asked.openedAt + this.#withinMs;
    if (stands && isSameQuestion(old.asked, asked)) return;
    this.#notes.delete(id);
    this.#notes.set(id, { asked, moment, isSpoilt: stands });
    forgetOldest(this.#notes, MAX_NOTES);
  }

  has(id: string): boolean {
    return this.#notes.has(id);
  }

  /** What was asked under an id, once; null where it is none. */
  take(id: string): AskedCall | null {
    const note = this.#notes.get(id);
    this.#notes.delete(id);
    return note === undefined || note.isSpoilt ? null : note;
  }
}
