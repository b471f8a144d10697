/**
 * The calls that tasks of a graph have made, and what they were answered. A graph runs a task again
 * from its start, once for each question of it: what ran before the question does not run again.
 */
import type { Json } from '../../../schemas/index.js';
import { isRefusal, type Refused } from '../stub-answer.js';

/** How runs end of which no tool has heard. */
const UNHEARD: readonly string[] = ['blocked', 'needs_approval', 'rejected'];
const MAX_CALLS = 10_000;
/** UTF-16 code units of all names and answers together. */
const MAX_WEIGHT = 64 * 1024 * 1024;

interface Made {
  /** As JSON text. */
  readonly answer: Promise<string>;
  weight: number;
}

/** What one toolset has made; the oldest is forgotten first. */
export class MadeCalls {
  readonly #made: Map<string, Made> = new Map();
  #weight = 0;

  /** Makes a call, or answers as JSON what it was answered while it ran or before. */
  once(name: string, make: () => Promise<Json | Refused>): Promise<string> {
    const known = this.#made.get(name);
    if (known !== undefined) return known.answer;
    const answer = this.#answered(name, make);
    this.#made.set(name, { answer, weight: name.length });
    this.#weight += name.length;
    this.#forget();
    return answer;
  }

  async #answered(name: string, make: () => Promise<Json | Refused>): Promise<string> {
    try {
      const answer = await make();
      const text = JSON.stringify(answer);
      // Refused before it ran, it is decided again, and may be asked about again.
      if (isRefusal(answer) && UNHEARD.includes(answer.status)) this.#drop(name);
      else this.#weigh(name, text.length);
      return text;
    } catch (error) {
      // It waits for an answer of the user.
      this.#drop(name);
      throw error;
    }
  }

  #weigh(name: string, more: number): void {
    const made = this.#made.get(name);
    if (made === undefined) return;
    made.weight += more;
    this.#weight += more;
    this.#forget();
  }

  #forget(): void {
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= MAX_CALLS && this.#weight <= MAX_WEIGHT) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#weight -= this.#made.get(name)?.weight ?? 0;
    this.#made.delete(name);
  }
}
