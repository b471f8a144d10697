/** One value that a pattern is about, made of its own letters. Pure. */

/** Values that no pattern is likely to name. */
const elsewhere = Object.freeze({
  paths: '/elsewhere/any',
  refs: 'another-branch',
  hosts: 'another.example',
});

/**
 * A value that a pattern takes in, or that it takes out if it is a negation; of null one that
 * stands outside.
 */
export function sampleOf(dimension: keyof typeof elsewhere, pattern: string | null): string {
  if (pattern === null) return elsewhere[dimension];
  const text = pattern.startsWith('!') ? pattern.slice(1) : pattern;
  if (dimension === 'hosts') return hostSample(text);
  const filled = filledIn(text);
  if (dimension === 'refs') return filled.replace(/^refs\/heads\//u, '');
  return filled.startsWith('/') ? filled : `/${filled}`;
}

function hostSample(text: string): string {
  if (text === '@private') return '10.0.0.1';
  if (text === '*') return elsewhere.hosts;
  if (text.startsWith('*.')) return `any.${text.slice(2)}`.toLowerCase();
  return text.replace(/\/\d+$/u, '').toLowerCase();
}

/** Puts something in for each wildcard. */
function filledIn(text: string): string {
  let filled = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') {
      at += 1;
      filled += text.charAt(at);
    } else if (char === '*') {
      while (text.charAt(at + 1) === '*') at += 1;
      filled += 'any';
    } else filled += char === '?' ? 'x' : char;
  }
  return filled.normalize('NFC');
}
