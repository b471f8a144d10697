/** Key files: what is written, what is refused, and who could read it. */
import { createPublicKey, verify as verifyBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeKeyFile, signerOf, verifierOf } from '../../../../hosts/keys/key-file.js';
import { scratchFolder } from '../stores/scratch.js';
import { codeOf } from '../stores/store-checks.js';

function place(name = 'audit.key'): string {
  return join(scratchFolder(), name);
}

describe('a pair', () => {
  test('is two files, of which only its owner reads the first', () => {
    const made = makeKeyFile(place(), 'audit', 'alice@example.com');
    expect(statSync(made.file).mode & 0o777).toBe(0o600);
    expect(made.publicFile).toBe(`${made.file}.pub`);
    const secret = JSON.parse(readFileSync(made.file, 'utf8')).pkcs8;
    expect(readFileSync(made.publicFile, 'utf8')).not.toContain(secret);
    const signer = signerOf(made.file, 'audit');
    const verifier = verifierOf(made.publicFile, 'audit');
    const same = { key: made.key, name: 'alice@example.com', purpose: 'audit' };
    expect(signer).toMatchObject(same);
    expect(verifier).toMatchObject(same);
    expect(verifier.verify('text', signer.sign('text'))).toBe(true);
    for (const bad of ['', 'x', `${'A'.repeat(86)}==`, signer.sign('texts')])
      expect(verifier.verify('text', bad)).toBe(false);
  });

  test('is of Ed25519: other tools verify its signatures over the purpose and the text', () => {
    const { file, publicFile } = makeKeyFile(place(), 'catalog');
    const signature = Buffer.from(signerOf(file, 'catalog').sign('a\nb'), 'base64');
    const { spki } = JSON.parse(readFileSync(publicFile, 'utf8'));
    const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
    const signed = Buffer.from('sluice-signature-v1\ncatalog\na\nb');
    expect(verifyBytes(null, signed, key, signature)).toBe(true);
  });

  test('is never written over, neither half', async () => {
    const { file, publicFile } = makeKeyFile(place(), 'audit');
    const before = readFileSync(file, 'utf8');
    expect(await codeOf(() => makeKeyFile(file, 'audit'))).toBe('key_exists');
    expect(readFileSync(file, 'utf8')).toBe(before);
    const other = place();
    writeFileSync(other, 'mine');
    expect(await codeOf(() => makeKeyFile(other, 'audit'))).toBe('key_exists');
    expect(existsSync(`${other}.pub`)).toBe(false);
    expect(verifierOf(publicFile, 'audit').key).toHaveLength(64);
  });

  test('has a purpose and a name that are some', async () => {
    expect(await codeOf(() => makeKeyFile(place(), 'mail' as 'audit'))).toBe('usage_malformed');
    for (const name of ['', 'two words', 'a\nb', 'x'.repeat(129)])
      expect(await codeOf(() => makeKeyFile(place(), 'audit', name))).toBe('usage_malformed');
  });

  test('is not made where others could take its place', async () => {
    const folder = join(scratchFolder(), 'open');
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    expect(await codeOf(() => makeKeyFile(join(folder, 'a.key'), 'audit'))).toBe('key_exposed');
  });
});

describe('a file is no key', () => {
  const { file, publicFile } = (() => {
    const made = makeKeyFile(join(scratchFolder(), 'audit.key'), 'audit');
    return {
      file: readFileSync(made.file, 'utf8'),
      publicFile: readFileSync(made.publicFile, 'utf8'),
    };
  })();

  test.each([
    ['that is empty', ''],
    ['of something else', '{}'],
    ['with a key twice', file.replace('"v": 1,', '"v": 1, "v": 1,')],
    ['with a key more', file.replace('"v": 1,', '"v": 1, "w": 1,')],
    ['of another version', file.replace('"v": 1,', '"v": 2,')],
    ['of another purpose', file.replace('"audit"', '"mail"')],
    ['whose digest is another', file.replace(/"key": "./, '"key": "z')],
    ['whose key is cut', file.replace(/"pkcs8": ".{8}/, '"pkcs8": "')],
    ['with text behind it', `${file}{}`],
    ['of the other half', publicFile],
    ['that is long', `${file}${' '.repeat(5000)}x`.replace('"v"', `"${'x'.repeat(4096)}"`)],
  ])('%s', async (_, text) => {
    const path = place();
    writeFileSync(path, text, { mode: 0o600 });
    expect(await codeOf(() => signerOf(path, 'audit'))).toBe('key_malformed');
  });

  test('and its error shows nothing of it', () => {
    const path = place();
    writeFileSync(path, file.replace('"v": 1', '"v": 3'), { mode: 0o600 });
    const secret = JSON.parse(file).pkcs8;
    try {
      signerOf(path, 'audit');
    } catch (error) {
      expect(`${error}${JSON.stringify(error)}${(error as Error).cause}`).not.toContain(secret);
    }
  });

  test('as a public one that is private', async () => {
    const path = place();
    writeFileSync(path, file);
    expect(await codeOf(() => verifierOf(path, 'audit'))).toBe('key_malformed');
  });
});

test('a private key that others may read or that hangs on a link is refused', async () => {
  const { file } = makeKeyFile(place(), 'audit');
  const link = join(scratchFolder(), 'link.key');
  symlinkSync(file, link);
  expect(await codeOf(() => signerOf(link, 'audit'))).toBe('key_exposed');
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(file, mode);
    expect(await codeOf(() => signerOf(file, 'audit'))).toBe('key_exposed');
  }
  chmodSync(file, 0o600);
  expect(await codeOf(() => signerOf(file, 'audit'))).toBe('none');
  expect(await codeOf(() => signerOf(`${file}.none`, 'audit'))).toBe('input_unreadable');
  expect(await codeOf(() => verifierOf(`${file}.none`, 'audit'))).toBe('input_unreadable');
});
