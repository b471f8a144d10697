/** How parts of a text are set off on a terminal: colours, or functions that give it back. */
export interface TextPaint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}
