/** One plain mail address: nothing that two parsers read in two ways. */

const MAX_LENGTH = 254;
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * Asks whether a text is one address in ASCII, without a name, quotes, comments, brackets, a list
 * or a line break, at a domain that has a name.
 */
export function isPlainAddress(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const [local = '', domain = '', ...rest] = text.split('@');
  const labels = domain.split('.');
  // A last label that begins with a digit could be read as an IP address.
  const isNamed = labels.length > 1 && /^[A-Za-z]/.test(labels.at(-1) ?? '');
  const isWhole = rest.length === 0 && LOCAL.test(local) && isNamed;
  return isWhole && labels.every((label) => LABEL.test(label));
}
