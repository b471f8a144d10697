/**
 * JSON pointers (RFC 6901) and pointer patterns, in which `*` stands for any list index or field
 * name.
 */
export type Pointer = string;

/** Splits a pointer into its unescaped segments; the empty pointer has none. */
export function pointerSegments(pointer: Pointer): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.includes('~')) return pointer.slice(1).split('/');
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Appends one segment to a pointer, escaped. */
export function pointerTo(parent: Pointer, key: string | number): Pointer {
  if (typeof key === 'number') return `${parent}/${key}`;
  if (!key.includes('~') && !key.includes('/')) return `${parent}/${key}`;
  return `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Asks whether text is a well-formed pointer: empty, or segments that each begin with `/`. */
export function isPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));
}
