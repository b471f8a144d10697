/**
 * Spells a path plainly, in every way it may be meant: a `file:` and blanks taken off, percent
 * signs decoded once, look-alike signs replaced, homes put in, doubled slashes and dots worked out.
 * Textual and linear; it follows no link. Only ever used to refuse more.
 */
/** Where a path may begin. */
export interface PathBase {
  /** The user's home directory; null if there is none. */
  readonly home: string | null;
  /** The directory that relative paths begin at; null if nobody knows. */
  readonly cwd: string | null;
}

/** Text that only a path or a `file:` URL begins with. */
const HEAD =
  /^(?:[/~]|file:|[a-z]:\/|\$(?:home|pwd)(?:\/|$)|\$\{(?:home|pwd)\}|%(?:home|userprofile)%)/;
const BLANK = /\s/;
/** A coded name in plain letters, or a sign that may hide one. No other text is looked at. */
const SUSPECT =
  /passwd|shadow|sudoers|ssh|root|boot|sys|proc|dev|aws|config|gnupg|\.\.|[~$%\\]|[^ -~]/i;
/** A coded name, or a beginning that may bring one along. No other text is spelt. */
const CODED_NAME = /passwd|shadow|sudoers|ssh|root|boot|sys|proc|dev|aws|config|gnupg|\.\.|^[~$%]/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//;
const FILE_SCHEME = /^file:(?:\/\/(?:localhost)?(?=\/))?/;
const FILE_HOST = /^file:\/\/(?=[^/])/;
const HOME_NAME = /^(?:~(?=\/|$)|\$home(?=\/|$)|\$\{home\}|%home%|%userprofile%)/;
const WORKING_NAME = /^(?:~\+(?=\/|$)|\$pwd(?=\/|$)|\$\{pwd\})/;
const USER_NAME = /^~([a-z_][\w.-]*)(?=\/|$)/;
const DRIVE = /^[a-z]:(?=\/)/;
const SLASHES = /[\\\u2044\u2215\u2571\u29f5\u29f8\u29f9\ufe68]/g;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const NOT_ASCII = /[^\0-~]/;
const ENCODED = /(?:%[0-9a-f]{2})+/gi;
/** A slash, a dot, a backslash in more bytes than they need: old decoders took them. */
const OVERLONG = /%c0%(af|ae)|%c1%9c/gi;

/** Whether a text may hold a coded name in any spelling: one look, for the many that do not. */
export function mayHoldName(text: string): boolean {
  return SUSPECT.test(text);
}

/**
 * The plain spellings of a text that is, as a whole, a path or a `file:` URL and may hold a coded
 * name; none for any other text. `isNamedPath`: the argument says that it is a path, whatever
 * blanks are in it.
 */
export function pathSpellings(
  text: string,
  base: PathBase,
  isNamedPath: boolean,
): readonly string[] {
  const found = new Set<string>();
  const decoded = text.includes('%') ? [text, decodeOnce(text)] : [text];
  for (const form of decoded) {
    const folded = fold(form);
    if (!CODED_NAME.test(folded) || !isPath(folded, isNamedPath)) continue;
    addSpellings(found, folded.replaceAll('\0', ''), base);
    const end = folded.indexOf('\0');
    // What calls C reads no further.
    if (end > 0) addSpellings(found, folded.slice(0, end), base);
  }
  return [...found];
}

function isPath(folded: string, isNamedPath: boolean): boolean {
  if (HEAD.test(folded)) return true;
  if (SCHEME.test(folded)) return false;
  return isNamedPath || !BLANK.test(folded);
}

/** One case, one sign for each look-alike, nothing that is not seen, no blanks around it. */
function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKC').replace(UNSEEN, '') : text;
  return plain.replace(SLASHES, '/').trim().toLowerCase();
}

/** Decodes percent signs once; what is no text in UTF-8 stays as it is. */
function decodeOnce(text: string): string {
  return text
    .replace(OVERLONG, (_all, end: string | undefined) => (end?.toLowerCase() === 'ae' ? '.' : '/'))
    .replace(ENCODED, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return decodeAscii(run);
      }
    });
}

function decodeAscii(run: string): string {
  return run.replace(/%([0-7][0-9a-f])/gi, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

function addSpellings(found: Set<string>, folded: string, base: PathBase): void {
  for (const path of rooted(folded, base)) {
    const strict = plainPath(path, false);
    found.add(strict);
    const loose = plainPath(path, true);
    found.add(loose);
    // On some systems `/etc` is a link to this.
    if (loose.startsWith('/private/')) found.add(loose.slice('/private'.length));
  }
}

/** The path with its beginning spelt out. */
function rooted(folded: string, base: PathBase): readonly string[] {
  const home = base.home === null ? null : fold(base.home);
  const cwd = base.cwd === null ? null : fold(base.cwd);
  if (folded.startsWith('file:')) {
    const path = withoutQuery(folded.replace(FILE_SCHEME, ''));
    // `file://etc/passwd` is often written for `file:///etc/passwd`.
    return FILE_HOST.test(folded) ? [`/${withoutQuery(folded.slice(7))}`, path] : [path];
  }
  if (HOME_NAME.test(folded)) return [folded.replace(HOME_NAME, () => home ?? '~')];
  if (WORKING_NAME.test(folded)) return [folded.replace(WORKING_NAME, () => cwd ?? '.')];
  const user = USER_NAME.exec(folded)?.[1];
  if (user !== undefined) {
    const rest = folded.slice(user.length + 1);
    return user === 'root' ? [`/root${rest}`, `/var/root${rest}`] : [`/home/${user}${rest}`];
  }
  const path = folded.replace(DRIVE, '');
  const climbs = path.startsWith('..') || path.includes('/..');
  return climbs && !path.startsWith('/') && cwd !== null ? [path, `${cwd}/${path}`] : [path];
}

function withoutQuery(path: string): string {
  const at = path.search(/[?#]/);
  return at === -1 ? path : path.slice(0, at);
}

/**
 * Works out slashes and dots. Loosely, names also lose what some systems do not see: dots and
 * blanks at their end, and a stream after a colon.
 */
export function plainPath(path: string, isLoose: boolean): string {
  const isAbsolute = path.startsWith('/');
  const parts: string[] = [];
  for (const given of path.split('/')) {
    const part = isLoose ? looseName(given) : given;
    if (part === '' || part === '.') continue;
    const isUp = part === '..';
    if (isUp && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    // Above the root there is only the root.
    else if (!isUp || !isAbsolute) parts.push(part);
  }
  return `${isAbsolute ? '/' : ''}${parts.join('/')}`;
}

function looseName(name: string): string {
  const stream = name.indexOf(':');
  let end = stream > 0 ? stream : name.length;
  while (end > 0 && name[end - 1] === ' ') end -= 1;
  const bare = name.slice(0, end);
  if (bare === '..' || bare === '.') return bare;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}
