/** The one spelling of a branch or tag name. */
const BAD =
  /[\p{Cc} ~^:?*[\\;&|<>$()`"'!{}]|\.\.|\/\/|\/\.|\.lock(?:\/|$)|^[-+./]|[./]$|^(?:@|HEAD)$/u;

/** The short name that a ref or the destination of a refspec stands for; null if it names none. */
export function normalRef(text: string): string | null {
  const bare = text.startsWith('+') ? text.slice(1) : text;
  const [source = '', target = source, ...more] = bare.split(':', 3);
  if (more.length > 0 || source.startsWith('-')) return null;
  const inner = target.startsWith('refs/') ? target.slice('refs/'.length) : target;
  const short = inner.replace(/^heads\//, '');
  return short === '' || /^heads\//.test(short) || BAD.test(short) ? null : short;
}
