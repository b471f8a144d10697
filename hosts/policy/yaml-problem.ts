/** What the yaml package calls a problem, as a sentence that holds nothing of the text. */
import type { ErrorCode } from 'yaml';

const sentences: Partial<Readonly<Record<ErrorCode, string>>> = Object.freeze({
  ALIAS_PROPS: 'an alias; write the value out, or put text that begins with `*` in quotation marks',
  BAD_ALIAS: 'an alias; write the value out, or put text that begins with `*` in quotation marks',
  MULTIPLE_ANCHORS: 'an anchor; write the value out',
  MULTIPLE_TAGS: 'a tag; put text that begins with `!` in quotation marks',
  TAG_RESOLVE_FAILED: 'a tag; put text that begins with `!` in quotation marks',
  BAD_DIRECTIVE: 'a directive',
  BAD_DQ_ESCAPE: 'an escape that YAML does not know',
  BAD_INDENT: 'a line that is indented wrongly, or a bracket that nothing closes',
  TAB_AS_INDENT: 'a tab before a line; indent with spaces',
  BLOCK_AS_IMPLICIT_KEY: 'a map or list in place of a key',
  BLOCK_IN_FLOW: 'a block list or map inside brackets',
  KEY_OVER_1024_CHARS: 'a key longer than 1,024 characters',
  MISSING_CHAR:
    'a bracket, quotation mark, comma or colon is missing, or a line is indented wrongly',
  MULTILINE_IMPLICIT_KEY: 'a key of more than one line, or a missing comma',
  MULTIPLE_DOCS: 'a second document',
  NON_STRING_KEY: 'a key that is no text',
  BAD_SCALAR_START: 'text that begins with a character which needs quotation marks',
});

/** What to say of a problem. */
export function problemSentence(code: ErrorCode): string {
  return sentences[code] ?? 'malformed YAML';
}
