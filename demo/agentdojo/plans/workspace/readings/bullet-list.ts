/** Lists with dashes under a heading. */

const BULLET = /^\s*[-*•] (.+)$/;

/**
 * The items under the first line that holds the heading, in whatever case; under several headings,
 * each of which stands below the one before.
 * @throws Error if there are none
 */
export function bulletsUnder(text: string, headings: readonly string[]): readonly string[] {
  const lines = text.split('\n');
  let at = 0;
  for (const heading of headings) {
    const found = lines.findIndex((line, i) => i >= at && holds(line, heading));
    if (found === -1) throw new Error('no such heading');
    at = found + 1;
  }
  const items: string[] = [];
  for (const line of lines.slice(at)) {
    const item = BULLET.exec(line)?.[1];
    if (item === undefined) break;
    items.push(item.trim());
  }
  if (items.length === 0) throw new Error('no list under that heading');
  return items;
}

function holds(line: string, words: string): boolean {
  return !BULLET.test(line) && line.toLowerCase().includes(words.toLowerCase());
}
