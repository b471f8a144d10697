/** Text for a terminal of 100 columns: odd characters made visible, long lines cut or broken. */

/** Columns of the report. */
export const WIDTH = 100;

/**
 * Shows characters that steer a terminal, or that nobody sees, as code points: a mail's subject
 * must not repaint the report.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** Cuts a text to so many characters; the last of them then says so. */
export function cutTo(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** Breaks a text into lines of at most so many characters, at spaces. */
export function wrapTo(text: string, length: number): readonly string[] {
  return fill(text.split(' '), ' ', length);
}

/** Puts parts side by side, as many as fit into a line; only a part that is too long is broken. */
export function joinParts(parts: readonly string[], length: number): readonly string[] {
  return fill(parts, ' · ', length).flatMap((line) =>
    [...line].length > length ? wrapTo(line, length) : [line],
  );
}

function fill(parts: readonly string[], gap: string, length: number): readonly string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const part of parts) {
    const longer: string = line === undefined ? part : `${line}${gap}${part}`;
    if (line !== undefined && [...longer].length > length) {
      lines.push(line);
      line = part;
    } else line = longer;
  }
  return line === undefined ? lines : [...lines, line];
}
