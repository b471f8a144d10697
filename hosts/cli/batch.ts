/** A file of lines in, a line of JSON out for each: in order, in bounded memory. */
import { closeSync, openSync } from 'node:fs';
import { linesOfDescriptor } from '../stores/audit-lines.js';
import type { Screen } from './screen.js';
import { assertFile } from './text-input.js';

/** Characters of output that are put together before they are written. */
const CHUNK = 65_536;

/**
 * Prints what is said of each line; stops early once nobody reads.
 * @throws HostError `input_unreadable`
 */
export async function answerLines(
  path: string,
  screen: Screen,
  answer: (line: string, at: number) => object,
): Promise<void> {
  assertFile(path);
  const fd = openSync(path, 'r');
  try {
    let text = '';
    let at = 0;
    for (const line of linesOfDescriptor(fd)) {
      at += 1;
      if (line.trim() === '') continue;
      text += `${JSON.stringify(answer(line, at))}\n`;
      if (text.length < CHUNK) continue;
      if (!(await screen.print(text))) return;
      text = '';
    }
    if (text !== '') await screen.print(text);
  } finally {
    closeSync(fd);
  }
}
