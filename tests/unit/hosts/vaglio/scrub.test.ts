import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrubText } from '../../../../hosts/index.js';
import { seeded } from '../../../property/seed.js';

describe('scrubText', () => {
  it.each([
    ['my password is hunter2', 'my password is <REDACTED:cred>'],
    ['Password: hunter2, please', 'Password: <REDACTED:cred> please'],
    ['password=hunter2 user=bob', '<REDACTED:cred> <REDACTED:cred>'],
    ['la parola è sesamo', 'la parola è <REDACTED:cred>'],
    ['use PIN 4711 at the till', 'use PIN <REDACTED:cred> at the till'],
    ['the code is 4711', 'the code is <REDACTED:cred>'],
    ['the code of honour', 'the code of honour'],
    ['set {"password": "correct horse"} now', 'set {"password": <REDACTED:cred> now'],
    ['set {"pin":"12"} now', 'set <REDACTED:cred> now'],
    ["pw='a b c' x", '<REDACTED:cred> x'],
    ['password="correct horse battery" x', '<REDACTED:cred> x'],
    [
      'the passphrase is correct horse battery',
      'the passphrase is <REDACTED:cred> <REDACTED:cred> <REDACTED:cred>',
    ],
    ['Authorization: Bearer abc.def', 'Authorization: <REDACTED:cred> <REDACTED:cred>'],
    ['take ghp_abcdefghij1234567890 and go', 'take <REDACTED:cred> and go'],
    ['AKIAABCDEFGHIJKLMNOP', '<REDACTED:cred>'],
    ['card 4111 1111 1111 1111 please', 'card <REDACTED:cred> please'],
    ['call me at 0171234567', 'call me at <REDACTED:cred>'],
    ['bob:secret@example.com', '<REDACTED:cred>'],
    ['read /home/alice/notes.txt', 'read <REDACTED:path>'],
    ['read ~/notes', 'read <REDACTED:path>'],
    ['read ../notes and C:\\Users\\bob', 'read <REDACTED:path> and <REDACTED:path>'],
    ['open "/home/a b/secret plan.txt" now', 'open <REDACTED:path> now'],
    ['see https://example.com/a?token=x', 'see <REDACTED:cred>'],
    ['see https://example.com/a', 'see <REDACTED:path>'],
    [
      'load .env and id_rsa and vault.kdbx',
      'load <REDACTED:path> and <REDACTED:path> and <REDACTED:path>',
    ],
  ])('takes it out of %j', (text, scrubbed) => {
    expect(scrubText(text)).toBe(scrubbed);
  });

  it.each([
    '',
    'Summarise my inbox and mail the summary to alice@example.com',
    'Mail "see you" to bob@example.org on 2026-03-04 at 10:30',
    "don't touch Bob's notes; it's fine",
    'Book a table for 2, at most 120 EUR (or 3%)',
    'Grüße an Zoë — 你好 😀',
    'call createKernel and intent_marker_42',
  ])('leaves %j as it is', (text) => {
    expect(scrubText(text)).toBe(text);
  });

  it('takes a private key out whole', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7v\n'.repeat(3)}-----END RSA PRIVATE KEY-----`;
    expect(scrubText(`use ${key} now`)).toBe('use <REDACTED:cred> now');
  });

  it('is linear on what makes patterns look back', () => {
    const hostile = [
      '!',
      '"',
      '“',
      "'",
      '=',
      ':',
      '-----BEGIN',
      'a1',
      '1 ',
      '/',
      '. ',
      'passwordx',
    ];
    for (const part of hostile) expect(scrubText(part.repeat(30_000)).length).toBeGreaterThan(0);
  });
});

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const secret = fc
  .array(fc.constantFrom(...letters), { minLength: 16, maxLength: 40 })
  .map((chars) => chars.join(''))
  .filter((text) => (text.match(/[0-9]+|[A-Z]+|[a-z]+/g) ?? []).length >= 4);
const plain = fc.stringMatching(/^[a-z]{6,12}$/).map((text) => `zq${text}`);
const words = fc
  .array(fc.constantFrom('please', 'mail', 'the', 'report', 'to', 'Bob,', '"see', 'you"', '—'), {
    maxLength: 5,
  })
  .map((list) => list.join(' '));

/** Places in which a secret of any shape is announced or is part of a path. */
const announced: readonly ((secret: string) => string)[] = [
  (text) => `password ${text}`,
  (text) => `my password is ${text}.`,
  (text) => `Passwort: ${text}`,
  (text) => `passwd=${text}`,
  (text) => `--token=${text}`,
  (text) => `--api-key ${text}`,
  (text) => `{"secret":"${text}"}`,
  (text) => `{"secret": "${text}"}`,
  (text) => `secret: '${text} and ${text}'`,
  (text) => `the key is ${text}`,
  (text) => `PIN ${text}`,
  (text) => `passphrase ${text} ${text} ${text}`,
  (text) => `Bearer ${text}`,
  (text) => `/home/alice/${text}`,
  (text) => `~/${text}/x`,
  (text) => `"/home/al ice/${text} x"`,
  (text) => `C:\\Users\\${text}`,
  (text) => `https://u:${text}@example.com/`,
  (text) => `https://example.com/?q=${text}`,
  (text) => `alice:${text}@example.com`,
];
/** Places in which only its own shape gives a secret away. */
const bare: readonly ((secret: string) => string)[] = [
  (text) => text,
  (text) => `(${text})`,
  (text) => `"${text}"`,
  (text) => `see ${text}, then`,
  (text) => `ghp_${text}`,
  (text) => `a-${text}-b`,
];

seeded(
  'no announced secret survives, whatever it looks like',
  fc.property(
    words,
    fc.constantFrom(...announced),
    fc.oneof(secret, plain),
    words,
    (before, place, text, after) => {
      expect(scrubText(`${before} ${place(text)} ${after}`)).not.toContain(text);
    },
  ),
  { claims: 'C36' },
);

seeded(
  'no dense secret survives, wherever it stands',
  fc.property(words, fc.constantFrom(...bare), secret, words, (before, place, text, after) => {
    // What is written like some words in one is no dense secret.
    fc.pre(!/^[A-Z]?[a-z]{3,}(?:[A-Z][a-z]{3,})*$/.test(text));
    expect(scrubText(`${before} ${place(text)} ${after}`)).not.toContain(text);
  }),
  { claims: 'C36' },
);
