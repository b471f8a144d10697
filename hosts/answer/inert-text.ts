/**
 * Breaks whatever a reader, a Markdown renderer, a browser or a terminal could take for a link, an
 * image or a tag, by a space in the middle. Every rule looks for characters that stand side by
 * side, so no space can complete a pattern: what is inert stays so. Pure, linear, idempotent.
 */
import { breakNames } from './host-names.js';
import { visibleText } from './visible-text.js';

/** A space goes in behind each match. */
const breaks: readonly RegExp[] = [
  // Tags, comments, autolinks, mentions. A comparison like `a <= 3` stays.
  /<(?=[^\s\d<=])/g,
  // Inline links and images, full references, definitions.
  /\](?=[([:])/g,
  // An entity or an escape could hide any of the other patterns from us, not from a renderer.
  /&(?=#|[A-Za-z][A-Za-z0-9]*;)/g,
  /\\(?=[!-/:-@[-`{-~])/g,
  // Addresses without a scheme: `//host`, `www.host`.
  /\/(?=\/\S)/g,
  /www(?=\.)/gi,
];

/**
 * The colon behind any scheme, known or not; the clock time of a date is none. It comes before what
 * looks back from it: else every letter of a long word would look back.
 */
const SCHEME = /:(?<=[A-Za-z][A-Za-z0-9+.-]*:)(?<!\dT\d\d:)(?=\S)/g;
/** Schemes that run or read by themselves, also where a space follows. */
const ACTIVE_SCHEME = /:(?<=\b(?:javascript|vbscript|data|file):)/gi;

/** Makes text inert and what is invisible in it visible. */
export function inertText(text: string): string {
  let out = visibleText(text);
  for (const pattern of breaks) out = out.replace(pattern, '$& ');
  out = out.replace(SCHEME, ' :').replace(ACTIVE_SCHEME, ' :');
  return breakNames(out);
}
