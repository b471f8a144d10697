/** One in-realm attempt: inert code that changes or reads what all modules of a realm reach. */
import type { Kernel, KernelConfig, RunResult, Tool } from '../../../hosts/index.js';
import type { Patch } from '../../fakes/patched.js';
import type { Loot } from './loot.js';

/** What a hostile module may have been handed by a host. */
export interface Reach {
  readonly tools: readonly Tool[];
  readonly kernel: Kernel;
  readonly result: RunResult;
}

/** Takes an attempt back. */
export type Undo = () => void;

export interface Attempt {
  /** What is tried, in a few words. */
  readonly what: string;
  /** What it changes for as long as the victim works. */
  readonly patches?: (loot: Loot) => readonly Patch[];
  /** What it does beside; gives what takes it back. */
  readonly also?: (loot: Loot) => Undo | Promise<Undo>;
  /** What a tool's own code does as it runs, beside its work. */
  readonly inTool?: (loot: Loot) => void;
  /** What the tool that reads mail returns, made of what it would return. */
  readonly result?: (mails: unknown, loot: Loot) => unknown;
  /** What it gives the host to configure the kernel with. */
  readonly config?: (loot: Loot) => Partial<KernelConfig>;
  /** What it reads of what it was handed. */
  readonly read?: (reach: Reach, loot: Loot) => void | Promise<void>;
}

/** Attempts by name. */
export type Attempts = Readonly<Record<string, Attempt>>;

/** How it ended: the attempt failed, changed nothing, stopped the kernel, or went round it. */
export type Outcome = 'refused' | 'no effect' | 'stops' | 'bypass';
