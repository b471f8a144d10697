/** Parts of a catalogue as lines of a prompt. */

/** A titled list; `none` where it is empty. */
export function section(title: string, lines: readonly string[]): string {
  return `${title}:\n${lines.length === 0 ? 'none' : lines.join('\n')}`;
}

/** One line of JSON, without the dialect that every schema names: it says nothing to a model. */
export function jsonLine(item: unknown): string {
  return JSON.stringify(item, (key, value: unknown) => (key === '$schema' ? undefined : value));
}
