/** Programs that reach a host, and where it stands among their words. Data only. */
import { freeze } from '../../primordials.js';
import type { OptionSpec } from '../../vaglio/shell/options.js';

/** How the hosts of one program are read. */
export interface HostSpec extends OptionSpec {
  /**
   * `urls`: each operand; `first`: the first one; `copies`: operands with a host before a colon;
   * `unknown`: nobody can tell.
   */
  readonly kind: 'urls' | 'first' | 'copies' | 'unknown';
  /** Options whose value is an address too. */
  readonly addresses?: readonly string[];
  /** Options that bring addresses which nobody sees. */
  readonly opens?: readonly string[];
  /** Options whose value is a file or a directory here. */
  readonly files?: readonly string[];
  /** Options whose value is sent, or a file to send after `@`. */
  readonly sent?: readonly string[];
}

const curl: HostSpec = freeze({
  kind: 'urls',
  valued: 'AbcCdDeEFHKmoPQrtTuUwxXyYz',
  long: [
    ...['abstract-unix-socket', 'alt-svc', 'aws-sigv4', 'cacert', 'capath', 'cert', 'cert-type'],
    ...['ciphers', 'config', 'connect-timeout', 'connect-to', 'continue-at', 'cookie'],
    ...['cookie-jar', 'create-file-mode', 'crlfile', 'curves', 'data', 'data-ascii'],
    ...['data-binary', 'data-raw', 'data-urlencode', 'delegation', 'dns-interface'],
    ...['dns-ipv4-addr', 'dns-ipv6-addr', 'dns-servers', 'doh-url', 'dump-header', 'egd-file'],
    ...['engine', 'etag-compare', 'etag-save', 'expect100-timeout', 'form', 'form-string'],
    ...['ftp-account', 'ftp-alternative-to-user', 'ftp-method', 'ftp-port', 'haproxy-clientip'],
    ...['header', 'hostpubmd5', 'hostpubsha256', 'hsts', 'interface', 'ipfs-gateway', 'json'],
    ...['keepalive-time', 'key', 'key-type', 'krb', 'libcurl', 'limit-rate', 'local-port'],
    ...['login-options', 'mail-auth', 'mail-from', 'mail-rcpt', 'max-filesize', 'max-redirs'],
    ...['max-time', 'netrc-file', 'noproxy', 'output', 'output-dir', 'parallel-max', 'pass'],
    ...['pinnedpubkey', 'preproxy', 'proto', 'proto-default', 'proto-redir', 'proxy'],
    ...['proxy-cacert', 'proxy-cert', 'proxy-header', 'proxy-key', 'proxy-pass', 'proxy-user'],
    ...['proxy1.0', 'pubkey', 'quote', 'random-file', 'range', 'rate', 'referer', 'request'],
    ...['request-target', 'resolve', 'retry', 'retry-delay', 'retry-max-time', 'sasl-authzid'],
    ...['service-name', 'socks4', 'socks4a', 'socks5', 'socks5-hostname', 'speed-limit'],
    ...['speed-time', 'stderr', 'telnet-option', 'tftp-blksize', 'time-cond', 'tls-max'],
    ...['tls13-ciphers', 'tlspassword', 'tlsuser', 'trace', 'trace-ascii', 'trace-config'],
    ...['unix-socket', 'upload-file', 'url', 'url-query', 'user', 'user-agent', 'variable'],
    'write-out',
  ],
  addresses: [
    ...['x', 'proxy', 'preproxy', 'proxy1.0', 'socks4', 'socks4a', 'socks5', 'socks5-hostname'],
    ...['url', 'doh-url', 'ipfs-gateway'],
  ],
  opens: ['K', 'config', 'connect-to', 'resolve', 'abstract-unix-socket', 'unix-socket'],
  files: [
    ...['b', 'c', 'D', 'E', 'K', 'o', 'T', 'cacert', 'capath', 'cert', 'config', 'cookie'],
    ...['cookie-jar', 'crlfile', 'dump-header', 'etag-compare', 'etag-save', 'hsts', 'key'],
    ...['libcurl', 'netrc-file', 'output', 'output-dir', 'stderr', 'trace', 'trace-ascii'],
    ...['unix-socket', 'upload-file', 'alt-svc', 'random-file', 'egd-file', 'pubkey'],
  ],
  sent: [
    ...['d', 'F', 'H', 'data', 'data-ascii', 'data-binary', 'data-urlencode', 'form', 'header'],
    ...['json', 'url-query', 'variable', 'w', 'write-out'],
  ],
});

const wget: HostSpec = freeze({
  kind: 'urls',
  valued: 'aoeitTOPUlQwARDIXB',
  long: [
    ...['accept', 'append-output', 'base', 'body-data', 'body-file', 'config', 'ca-certificate'],
    ...['connect-timeout', 'cut-dirs', 'default-page', 'directory-prefix', 'domains'],
    ...['exclude-domains', 'execute', 'header', 'input-file', 'level', 'limit-rate'],
    ...['load-cookies', 'method', 'output-document', 'output-file', 'password', 'post-data'],
    ...['post-file', 'quota', 'read-timeout', 'referer', 'reject', 'save-cookies', 'timeout'],
    ...['tries', 'user', 'user-agent', 'wait', 'waitretry'],
  ],
  opens: ['i', 'input-file', 'e', 'execute', 'config', 'H', 'span-hosts', 'B', 'base'],
  files: [
    ...['a', 'i', 'o', 'O', 'P', 'append-output', 'body-file', 'ca-certificate', 'config'],
    ...['directory-prefix', 'input-file', 'load-cookies', 'output-document', 'output-file'],
    ...['post-file', 'save-cookies'],
  ],
});

const request: HostSpec = freeze({ kind: 'urls', valued: 'aAop' });
const ssh: HostSpec = freeze({
  kind: 'first',
  valued: 'BbcDEeFIiJLlmOopPQRSWw',
  addresses: ['J'],
  opens: ['F', 'o', 'W', 'L', 'R', 'D'],
  files: ['i', 'F', 'E', 'S', 'I'],
  stopsAtOperand: true,
});
const copy: HostSpec = freeze({
  kind: 'copies',
  valued: 'cDFiJloPSX',
  opens: ['F', 'o'],
  files: ['i', 'F'],
});
const socket: HostSpec = freeze({ kind: 'first', valued: 'eciIMmOPpqsTVWwXx', opens: ['x'] });
const named: HostSpec = freeze({ kind: 'first' });
const unknown: HostSpec = freeze({ kind: 'unknown' });

/** Every program whose hosts can be read; what else goes to the network counts as unknown. */
export const hostSpecs: Readonly<Record<string, HostSpec>> = freeze({
  aria2c: wget,
  autossh: ssh,
  axel: wget,
  curl,
  ftp: named,
  host: named,
  http: { ...request, kind: 'unknown' },
  https: { ...request, kind: 'unknown' },
  lwp: request,
  lynx: request,
  mosh: ssh,
  nc: socket,
  ncat: socket,
  netcat: socket,
  ping: { kind: 'first', valued: 'cIiMmpQsTtWw' },
  rsync: { kind: 'copies', valued: 'efBTM', long: ['rsh', 'rsync-path'], opens: ['e', 'rsh'] },
  scp: copy,
  sftp: { ...copy, kind: 'first' },
  ssh,
  telnet: { kind: 'first', valued: 'ablSn' },
  tftp: named,
  w3m: request,
  wget,
  wget2: wget,
  whois: unknown,
});
