/** How far the kit is: one line on stderr that is written over, on a terminal only. */
import { stripVTControlCharacters } from 'node:util';
import { visibleLine } from '../answer/visible-text.js';
import type { ConformanceProgress } from '../conformance/index.js';

export interface ProgressLine {
  /** Takes what the kit tells. */
  readonly show: (event: ConformanceProgress) => void;
  readonly line: (text: string) => void;
  /** Takes the line away. */
  readonly clear: () => void;
}

const CLEAR = '\r\x1b[K';

/** Shows nothing where stderr is no terminal. */
export function conformanceProgress(stderr: NodeJS.WriteStream = process.stderr): ProgressLine {
  const isShown = stderr.isTTY === true;
  let head = '';
  const line = (text: string): void => {
    if (!isShown) return;
    const width = Math.max(20, stderr.columns ?? 80) - 1;
    stderr.write(`${CLEAR}${visibleLine(stripVTControlCharacters(text)).slice(0, width)}`);
  };
  return {
    line,
    show: (event) => {
      if (event.kind === 'begun') {
        head = `${event.nth} of ${event.of}  ${event.id}`;
        line(head);
      }
      if (event.kind === 'tried') line(`${head}  ${event.runs} examples`);
    },
    clear: () => {
      if (isShown) stderr.write(CLEAR);
    },
  };
}
