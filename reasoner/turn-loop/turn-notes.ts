/** Keeps the steps of a turn for its host, and shows each as it ends. */
import type { Completion } from '../provider.js';
import type { TurnKind, TurnOutcome, TurnStep } from './turn-outcome.js';

/** Of a step: what it says beyond what is empty. */
export type Noted = Pick<TurnStep, 'step' | 'status'> & Partial<TurnStep>;

const usage: Completion['usage'] = Object.freeze({ inputTokens: null, outputTokens: null });
const blank = Object.freeze({
  id: null,
  tool: null,
  args: Object.freeze([]),
  code: null,
  size: 'none',
  text: '',
  thinking: null,
  usage,
  modelMs: 0,
  runMs: 0,
} as const);

/** The steps of one turn so far. */
export class TurnNotes {
  readonly #steps: TurnStep[] = [];
  readonly #onStep: (step: TurnStep) => void;

  constructor(onStep: (step: TurnStep) => void = () => undefined) {
    this.#onStep = onStep;
  }

  add(noted: Noted): void {
    const step: TurnStep = Object.freeze({ ...blank, ...noted });
    this.#steps.push(step);
    try {
      this.#onStep(step);
    } catch {
      // Display only: what it throws changes nothing.
      return;
    }
  }

  /** Ends a turn. */
  outcome(
    kind: TurnKind,
    how: Partial<Pick<TurnOutcome, 'answer' | 'code' | 'message'>> = {},
  ): TurnOutcome {
    const { answer = null, code = null, message = null } = how;
    const steps = Object.freeze([...this.#steps]);
    return Object.freeze({ kind, answer, code, message, steps });
  }
}
