/**
 * The one error of the reasoner room. Its message and mend hold addresses, model names and numbers
 * at most: never a prompt, content or output. What a planner wrote travels in `output`, which is
 * not enumerable and is not printed.
 */
import { type Code, codes } from '../schemas/index.js';

/** The codes that a reasoner can end with. */
export type ReasonerCode = Extract<Code, `reasoner_${string}` | 'cancelled' | 'config_malformed'>;

/** The most text of an output that an error carries, in UTF-16 code units. */
export const MAX_OUTPUT_KEPT = 16_384;

interface ReasonerErrorDetail {
  readonly mend?: string;
  /** The planner's own text, for the one repair round. */
  readonly output?: string;
}

/**
 * A reasoner that gave nothing usable: `code` says why, `mend` what to do; `output` is set by
 * planners only.
 */
export class ReasonerError extends Error {
  override readonly name = 'ReasonerError';
  readonly code: ReasonerCode;
  readonly mend: string;
  declare readonly output?: string;

  constructor(code: ReasonerCode, message: string, detail: ReasonerErrorDetail = {}) {
    super(message);
    this.code = code;
    this.mend = detail.mend ?? codes[code].mend;
    if (detail.output !== undefined) {
      const value = boundedText(detail.output);
      Object.defineProperty(this, 'output', { value, enumerable: false });
    }
  }
}

/** Cuts to the bound and replaces lone surrogates, which no snapshot accepts. */
function boundedText(text: string): string {
  return text.slice(0, MAX_OUTPUT_KEPT).replace(/\p{Surrogate}/gu, '\ufffd');
}
