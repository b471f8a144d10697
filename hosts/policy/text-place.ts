/** A place in a text, as an editor counts it. Pure. */
export interface Place {
  /** `line:column`, both from 1. */
  readonly at: string;
  readonly offset: number;
}

/** The place of an offset. */
export function placeAt(text: string, offset: number): Place {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { at: `${line}:${Math.min(offset, text.length) - start + 1}`, offset };
}
