// A tool as its server defines it: read once, pinned whole, shown as it is.
import { expect, test } from 'vitest';
import { readDefinition, shownText } from '../../../../hosts/gateway/definition.js';

const note = {
  name: 'read_note',
  description: 'Reads a note.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
};
const digestOf = (given: object): string | undefined => readDefinition(given)?.digest;

test('its digest covers every word of it, in whatever order its keys come', () => {
  const first = digestOf(note);
  expect(first).toMatch(/^sha256:[0-9a-f]{64}$/);
  const { name, description, inputSchema } = note;
  expect(digestOf({ inputSchema, description, name })).toBe(first);
  const others = [
    { ...note, description: 'Reads a note!' },
    { ...note, annotations: { readOnlyHint: true } },
    { ...note, title: 'Note' },
    { ...note, _meta: { x: 1 } },
    { ...note, outputSchema: { type: 'object' } },
    { ...note, inputSchema: { ...inputSchema, required: ['id'] } },
  ].map(digestOf);
  expect(new Set([first, ...others]).size).toBe(7);
});

test.each([
  [null],
  ['x'],
  [[]],
  [{}],
  [{ ...note, name: 7 }],
  [{ ...note, description: {} }],
  [{ ...note, inputSchema: 'x' }],
  [{ ...note, outputSchema: [] }],
  [{ ...note, description: 'x'.repeat(300_000) }],
  [
    {
      ...note,
      get annotations() {
        return {};
      },
    },
  ],
])('%j is none', (given) => {
  expect(readDefinition(given)).toBeNull();
});

test('what cannot be seen in it is told, wherever it hides', () => {
  const hidden = {
    ...note,
    description: 'a\u202eb',
    inputSchema: {
      type: 'object',
      properties: { 'c\u200bd': { type: 'string', description: 'e\u{e0041}f' } },
    },
  };
  expect(readDefinition(hidden)?.hidden).toEqual(['a[U+202E]b', 'c[U+200B]d', 'e[U+E0041]f']);
  expect(readDefinition(note)?.hidden).toEqual([]);
});

test('the three flags that are spelt with tags stay, and no other tag does', () => {
  const scotland = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';
  expect(shownText(`Haggis ${scotland}!`)).toBe(`Haggis ${scotland}!`);
  expect(readDefinition({ ...note, description: scotland })?.hidden).toEqual([]);
  const other = '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}';
  expect(shownText(other)).toBe('\u{1f3f4}[U+E0067][U+E0062][U+E007F]');
});
