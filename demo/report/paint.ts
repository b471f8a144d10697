/** Colours of the report: on a terminal only, and never where the user asked for none. */
import pc from 'picocolors';

export type Paint = ReturnType<typeof pc.createColors>;

/** Makes the colours for an output; `NO_COLOR` and a dumb terminal turn them off. */
export function makePaint(isWanted: boolean, isTerminal: boolean): Paint {
  const { NO_COLOR: refused = '', TERM: terminal } = process.env;
  return pc.createColors(isWanted && isTerminal && refused === '' && terminal !== 'dumb');
}
