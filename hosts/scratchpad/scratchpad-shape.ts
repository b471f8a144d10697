/** What a scratchpad is, what it keeps and for whom. Types only. */
import type { Clock, Json, Random } from '../../schemas/index.js';
import type { ScratchpadSlice } from './slice.js';
import type { ScratchpadKind } from './summary.js';

/** Whose entries: both are checked at each reading (behaviour T-24, C31). */
export interface ScratchpadOwner {
  readonly turn: string;
  /** `user:alice@example.com`. */
  readonly principal: string;
}

export interface ScratchpadEntry {
  /** 16 lower-case hex characters. */
  readonly id: string;
  /** Of the content in UTF-8. */
  readonly bytes: number;
  readonly kind: ScratchpadKind;
  /** For the user and the parser; the root planner is not shown it (C9). */
  readonly summary: string;
}

export interface ScratchpadOptions {
  readonly clock?: Clock;
  readonly random?: Random;
  /** How long an entry is kept, in milliseconds. Default: an hour. */
  readonly ttlMs?: number;
  /** All entries together, in bytes; the oldest make room. Default: 64 Mi. */
  readonly maxBytes?: number;
}

export interface Scratchpad {
  /** Absolute path of the file, links of its folder resolved. */
  readonly path: string;
  /**
   * Keeps what a step of a turn returned; null if it is not large (behaviour T-21, T-22).
   * @throws HostError `scratchpad_unavailable`, for a value larger than the whole scratchpad too
   */
  put(
    given: ScratchpadOwner & { readonly step: number; readonly value: Json },
  ): ScratchpadEntry | null;
  /** Asks whether a turn has entries (behaviour T-24). @throws HostError as `collect` */
  has(owner: ScratchpadOwner): boolean;
  /**
   * A part of an entry, by default its head (behaviour T-23).
   * @throws HostError `scratchpad_refused`, in the same words whether there is no such entry, it
   * has expired, or it is of another turn or user; `config_malformed` for a slice that is none
   */
  read(id: string, owner: ScratchpadOwner, slice?: ScratchpadSlice): string;
  /**
   * Checks that an entry may be read and that this very value was put as it.
   * @throws HostError `scratchpad_refused` as `read` does, and for another value
   */
  confirm(id: string, owner: ScratchpadOwner, value: Json): void;
  /**
   * Takes away what has expired and says how many.
   * @throws HostError `scratchpad_unavailable`, `scratchpad_malformed`
   */
  collect(): number;
  /** Closes the file; every other method throws from then on. */
  close(): void;
}
