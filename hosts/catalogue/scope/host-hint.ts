/** Hints of hosts: `example.com`, `*.example.com` with the name itself, `*`. Pure. */

const UNCLEAR = /[\s\\\p{Cc}]/u;
const MAX_URL = 8192;

/** Asks whether a text is a hint of hosts, spelt as a URL would spell it. */
export function isHostHint(hint: string): boolean {
  if (hint === '*') return true;
  const name = hint.startsWith('*.') ? hint.slice(2) : hint;
  return name !== '' && hostOf(`http://${name}/`) === name;
}

/**
 * The host of a web address, in lower case and ASCII; null for what is none, carries a name to log
 * in with, or is written in a way that two programs could read differently.
 */
export function hostOf(url: string): string | null {
  if (url.length > MAX_URL || UNCLEAR.test(url)) return null;
  let read: URL;
  try {
    read = new URL(url);
  } catch {
    return null;
  }
  if (!/^https?:\/\/[^/]/i.test(url) || read.username !== '' || read.password !== '') return null;
  const host = read.hostname.endsWith('.') ? read.hostname.slice(0, -1) : read.hostname;
  return host === '' ? null : host;
}

/** Asks whether a host lies within a hint (behaviour T-33). */
export function hostFits(hint: string, host: string): boolean {
  if (hint === '*' || hint === host) return true;
  // An address has no names below it.
  if (!hint.startsWith('*.') || /^[\d.]+$/.test(host) || host.startsWith('[')) return false;
  return `.${host}`.endsWith(hint.slice(1));
}

/** Asks whether all that lies within `inner` lies within `outer` too. */
export function isNarrowerHost(outer: string, inner: string): boolean {
  if (outer === '*' || outer === inner) return true;
  if (inner === '*') return false;
  if (!inner.startsWith('*.')) return hostFits(outer, inner);
  return outer.startsWith('*.') && hostFits(outer, inner.slice(2));
}
