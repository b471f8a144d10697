/**
 * Takes out of a sentence what looks like a credential or a path, before it is logged or shown to a
 * model that judges. By shape alone and rather too much than too little. Linear: no pattern looks
 * back, and every run that may fail is bounded. What stays in is a secret that looks like a plain
 * word and is not called one: see docs/guides/vaglio.md.
 */
const CREDENTIAL = '<REDACTED:cred>';
const PATH = '<REDACTED:path>';

/** A private key in PEM, or what is left of one. */
const PEM = /-----BEGIN[^-]{0,64}-----[^-]*(?:-----END[^-]{0,64}-----)?/g;
/** A card number with blanks in it. */
const CARD = /(?<![0-9])(?:[0-9][ -]?){12,18}[0-9](?![0-9])/g;
/** A word; words between quotation marks, with what touches them, count as one. */
const PART =
  /[^\s"]{0,200}"[^"\n]{0,200}"\S*|(?:[^\s']{0,200}[=:(])?'[^'\n]{0,200}'|“[^”\n]{0,200}”|`[^`\n]{0,200}`|\S+/g;
const MARKS = /(["“”'`])/;
const MARK = /^[\p{P}\p{S}]$/u;

const SECRET =
  'pass(?:word|wd|phrase|code|key)s?|pwd|secrets?|tokens?|credentials?|creds|pins?|otp|totp|cvv2?|' +
  'cvc2?|iban|ssn|bearer|(?:api|access|private)[-_]?keys?|passwort|kennwort|parola|contraseña|' +
  'senha|segret[oaie]|clave';
const WEAK = 'keys?|codes?|cookie|session(?:id)?|login|auth(?:orization)?|basic|pw|user(?:name)?';
/** What is called a secret: the next word is one. */
const SECRET_WORD = new RegExp(`(?:${SECRET})$`, 'i');
/** What is one only where it says so: `the code is 4711`, not `the code of honour`. */
const WEAK_WORD = new RegExp(`(?:^|[^a-z])(?:${WEAK})$`, 'i');
/** The name of a secret anywhere in a text. */
const NAMED = new RegExp(`(?:${SECRET}|passphrase|mnemonic)(?![a-z])`, 'i');
/** A name and its value in one word: `token=…`, `{"pin":…`. */
const PAIR = new RegExp(`(?:${SECRET}|(?:^|[^a-z])(?:${WEAK}))["'\`]?[:=]+["'\`]?[^"'\`\\s]`, 'i');
const LINK = /^(?:is|was|to|as|be|=|:|->|=>|è|es|ist|est|:=)$/i;
const ENDS_IN_LINK = /[:=]$/;
const PHRASE_WORD = /^(?:passphrase|mnemonic|seed|recovery)$/i;

const KNOWN_TOKEN =
  /(?:^|[^\p{L}\p{N}])(?:sk|pk|rk|gh[opusr]|github_pat|glpat|xox[a-z]|npm|hf|AKIA|ASIA|AIza|ya29|eyJ|SG|pypi)[-_.A-Za-z0-9]{8,}/u;
const USER_INFO = /^[^\s:@/]+:[^\s@/]+@/;
const SLASH = /[/\\]/;
const DRIVE = /^[A-Za-z]:$/;
const DOT_FILE = /^\.{1,2}[\p{L}_][\p{L}\p{N}_-]/u;
const KEY_FILE = /\.(?:pem|key|crt|p12|pfx|jks|kdbx?|ppk|gpg|asc|env|ovpn|rdp|htpasswd)$/i;
const KEY_NAME = /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|authorized_keys|known_hosts)$/i;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const CAMEL = /^\p{Lu}?\p{Ll}{3,}(?:\p{Lu}\p{Ll}{3,})*$/u;
const RUN = /[0-9]+|\p{Lu}+|\p{Ll}+/gu;
const DIGIT = /[0-9]/g;

const MIN_DIGITS = 7;
const MIN_DENSE = 8;
/** Changes between digits, capitals and small letters that no word has. */
const MIN_RUNS = 4;

/** Takes credential-shaped and path-shaped parts out of a text. */
export function scrubText(text: string): string {
  const scrubber = new Scrubber();
  return text
    .replace(PEM, CREDENTIAL)
    .replace(CARD, CREDENTIAL)
    .replace(PART, (part) => scrubber.take(part));
}

/** Reads a sentence word by word and remembers whether the next one was announced as a secret. */
class Scrubber {
  #announced: 'no' | 'weakly' | 'next' | 'rest' = 'no';

  take(part: string): string {
    if (part.startsWith('<REDACTED:')) return part;
    const announced = this.#announced;
    const bare = trimMarks(part);
    if (announced !== 'no' && LINK.test(part)) {
      if (announced === 'weakly') this.#announced = 'next';
      return part;
    }
    if (announced === 'rest') return CREDENTIAL;
    this.#announced = announcement(part, bare);
    // `password secret`: the second word may be the password.
    if (announced === 'next') return CREDENTIAL;
    if (PAIR.test(part)) return CREDENTIAL;
    if (SLASH.test(part)) return PATH;
    return MARKS.test(part) ? this.#quoted(part) : scrubWord(part, bare);
  }

  /** Marks may pair up wrongly: what follows a secret's name between them is the secret. */
  #quoted(part: string): string {
    const named = NAMED.exec(part);
    if (named === null) return scrubPieces(part);
    const end = named.index + named[0].length;
    this.#announced = 'next';
    const rest = part.slice(end);
    const shown = trimMarks(rest.trim()) === '' ? rest : ` ${CREDENTIAL}`;
    return `${scrubPieces(part.slice(0, named.index))}${named[0]}${shown}`;
  }
}

function scrubPieces(part: string): string {
  return part
    .split(MARKS)
    .map((piece) => (MARKS.test(piece) ? piece : scrubText(piece)))
    .join('');
}

/** Takes punctuation off both ends; by hand, as a pattern for the end would not be linear. */
function trimMarks(part: string): string {
  let start = 0;
  let end = part.length;
  while (start < end && MARK.test(part.charAt(start))) start += 1;
  while (end > start && MARK.test(part.charAt(end - 1))) end -= 1;
  return part.slice(start, end);
}

function announcement(part: string, bare: string): 'no' | 'weakly' | 'next' | 'rest' {
  if (PHRASE_WORD.test(bare)) return 'rest';
  if (SECRET_WORD.test(bare)) return 'next';
  if (!WEAK_WORD.test(bare)) return 'no';
  return ENDS_IN_LINK.test(part) ? 'next' : 'weakly';
}

function scrubWord(part: string, bare: string): string {
  if (KNOWN_TOKEN.test(part) || USER_INFO.test(part)) return CREDENTIAL;
  if (isPath(part, bare)) return PATH;
  return isDense(bare) ? CREDENTIAL : part;
}

function isPath(part: string, bare: string): boolean {
  if (DRIVE.test(part) || DOT_FILE.test(part)) return true;
  return KEY_FILE.test(bare) || KEY_NAME.test(bare);
}

/** Asks whether a word has more digits, or changes its kind of letter more often, than words do. */
function isDense(bare: string): boolean {
  if (DAY.test(bare) || CAMEL.test(bare)) return false;
  const digits = bare.match(DIGIT)?.length ?? 0;
  if (digits >= MIN_DIGITS) return true;
  return bare.length >= MIN_DENSE && (bare.match(RUN)?.length ?? 0) >= MIN_RUNS;
}
