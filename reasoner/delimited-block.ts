/** Shows foreign text to a model between two marks that the text itself cannot contain. */

const SHORTEST = 5;

/**
 * Puts text between marks of `=` signs, longer than any run of them in the text, so that no content
 * can close its own block. This keeps a prompt readable; no decision rests on it.
 */
export function delimitedBlock(name: string, text: string): string {
  const mark = '='.repeat(Math.max(SHORTEST, longestRun(text) + 1));
  return `${mark} begin ${name} ${mark}\n${text}\n${mark} end ${name} ${mark}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.match(/=+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}
