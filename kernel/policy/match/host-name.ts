/** The one spelling of a host name or address. */
const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const ADDRESS = /^[0-9a-f:.]*:[0-9a-f:.]*$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//;

/** The host of a URL or of a bare name, in lower case without a dot at its end; null if none. */
export function normalHost(text: string): string | null {
  const lower = text.trim().toLowerCase();
  const isUrl = SCHEME.test(lower);
  const rest = lower.replace(SCHEME, '');
  const end = rest.search(/[/?#\\]/);
  if (end !== -1 && (!isUrl || rest[end] === '\\')) return null;
  const given = end === -1 ? rest : rest.slice(0, end);
  const [, host = ''] = /^(?:.*@)?(\[[^\]]*\]|[^:]*)(?::.*)?$/s.exec(given) ?? [];
  const bare = host.replace(/\.$/, '');
  if (bare.startsWith('[')) return ADDRESS.test(bare.slice(1, -1)) ? bare.slice(1, -1) : null;
  return NAME.test(bare) ? bare : null;
}
