/**
 * The label of what a client says: a planner that nobody here runs, and that reads whatever its
 * session told it. It only rises. Upholds INV-X1 and INV-X3.
 */
import {
  isTaintedSource,
  joinLabel,
  type Label,
  makeLabel,
  type Source,
  union,
  withControl,
} from '../../schemas/index.js';
import { freeze, makeRegistry, type Registry } from '../primordials.js';

/** Whose words a client's are before it was told anything tainted: its own, or the user's. */
export type ClientTrust = 'never' | 'until_tainted';

/** How what a client says is labelled at one moment: what it knew when it said so. */
export interface ClientWords {
  /** Of each literal, of the lists and records it builds, and of the choice to call. */
  readonly literal: Label;
  /** What choosing a value that it was not told puts into its control. */
  readonly taint: readonly Source[];
}

const trusted = makeLabel({ sources: ['user'], control: ['planner'], readers: 'anyone' });
const nobody: readonly Source[] = freeze([]);

/** What a client has been told so far, joined. */
export class ClientLabel {
  readonly #isTrusted: boolean;
  /** Of what it says by itself: only its own user reads that. */
  readonly #own: Label;
  /** Every moment so far. */
  readonly #moments: Registry = makeRegistry();
  #told: Label | null = null;
  #words: ClientWords;

  constructor(principal: string, trust: ClientTrust) {
    this.#isTrusted = trust === 'until_tainted';
    this.#own = makeLabel({ sources: ['client'], control: ['client'], readers: [principal] });
    this.#words = this.#wordsNow();
    freeze(this);
  }

  /** Asks whether a value is a moment of this very session. */
  isMoment(value: unknown): value is ClientWords {
    return this.#moments.has(value);
  }

  /** What everything was joined to; null before the client was told anything. */
  get told(): Label | null {
    return this.#told;
  }

  /** How its words are labelled now. */
  get words(): ClientWords {
    return this.#words;
  }

  /** Joins what the client is about to be told. */
  rise(label: Label): void {
    // INV-X1: joined, never replaced.
    const joined = this.#told === null ? label : joinLabel(this.#told, label);
    if (joined === this.#told) return;
    this.#told = joined;
    this.#words = this.#wordsNow();
  }

  /** Joins what the client read elsewhere, of which nobody here knows anything. */
  distrust(): void {
    this.rise(this.#own);
  }

  #wordsNow(): ClientWords {
    const words = this.#makeWords();
    this.#moments.add(words);
    return words;
  }

  #makeWords(): ClientWords {
    const told = this.#told;
    // INV-X3: the user's only where the host said so, and only until something tainted was told.
    if (this.#isTrusted && (told === null || !isTainted(told))) {
      const literal = told === null ? trusted : joinLabel(trusted, told);
      return freeze({ literal, taint: nobody });
    }
    const literal =
      told === null ? this.#own : joinLabel(this.#own, withControl(told, told.sources));
    return freeze({ literal, taint: union(literal.sources, literal.control) });
  }
}
freeze(ClientLabel.prototype);
freeze(ClientLabel);

function isTainted({ sources, control }: Label): boolean {
  return sources.some(isTaintedSource) || control.some(isTaintedSource);
}
