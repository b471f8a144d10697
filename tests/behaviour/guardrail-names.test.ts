// Family G, items 22 and 29: names of refs and hosts, in the one spelling that is compared.
import { describe, expect } from 'vitest';
import { isPrivateHost, normalHost } from '../../kernel/policy/match/host-name.js';
import { hostPattern } from '../../kernel/policy/match/host-pattern.js';
import { normalRef } from '../../kernel/policy/match/ref-name.js';
import { verifies } from '../claims/verifies.js';

describe('a ref', () => {
  verifies('G-22', 'has the short name that git gives it', () => {
    const names: Readonly<Record<string, string>> = {
      'HEAD:refs/heads/x': 'x',
      '+HEAD:x': 'x',
      'HEAD~3:x': 'x',
      'refs/remotes/origin/main': 'remotes/origin/main',
      'refs/notes/commits': 'refs/notes/commits',
      'tags/v1': 'tags/v1',
      'Refs/Heads/main': 'Refs/Heads/main',
      heads: 'heads',
      '+refs/heads/a/b': 'a/b',
    };
    for (const [text, name] of Object.entries(names)) {
      expect([text, normalRef(text)]).toEqual([text, name]);
    }
  });

  verifies('G-22', 'without one name is none', () => {
    const texts = ['', ':', 'main:', 'a:b:c', 'HEAD', '@', 'refs/heads/HEAD', 'x:HEAD', '++main'];
    const twice = ['refs/heads/heads/x', 'heads/refs/heads/x', 'refs/heads/tags/x', 'refs/heads'];
    const odd = [
      '--force',
      'refs/heads/-x',
      'a b',
      'a\tb',
      'a..b',
      'a@{1}',
      'a.lock/b',
      '.a',
      'a/',
    ];
    const shell = [...';&|<>$()`"\'!{}'].flatMap((sign) => [`a${sign}`, `a${sign}:main`]);
    for (const text of [...texts, ...twice, ...odd, ...shell, '\ud800']) {
      expect([text, normalRef(text)]).toEqual([text, null]);
    }
  });
});

describe('a host', () => {
  verifies('G-22', 'is the one that a URL leads to', () => {
    const hosts: Readonly<Record<string, string | null>> = {
      'https://docs.python.org.evil.example/x': 'docs.python.org.evil.example',
      'https://allowed.example%3A443@evil.example/': 'evil.example',
      'https://user:pw@allowed.example/': 'allowed.example',
      'https://a@allowed.example:80@evil.example/': 'evil.example',
      'http:evil.example': 'evil.example',
      'HTTP:///evil.example': 'evil.example',
      'ssh://git@evil.example:22/x': 'evil.example',
      'http://evil.example#@allowed.example/': 'evil.example',
      'https://\u0430\u0440\u0440\u04cf\u0435.com/': 'xn--80ak6aa92e.com',
      'http://0x7f.1/': '127.0.0.1',
      'http://017700000001': '127.0.0.1',
      '2130706433': '127.0.0.1',
      '[::ffff:169.254.169.254]:80': '169.254.169.254',
      '2001:DB8:0::1': '2001:db8::1',
      'evil.example:8080': 'evil.example',
      'root@evil.example': 'evil.example',
      'https://github.com!evil.example/p': null,
      'http://allowed.example\\@evil.example/': null,
      'http://evil.example:99999/': null,
      'http://ev\nil.example/': null,
      'evil.example/x': null,
      '//evil.example/x': null,
      'a:b@evil.example': null,
      'user@a.example:x@b.example': null,
      'mailto:a@evil.example': null,
      'data:text/plain,x': null,
      'javascript://evil.example/': null,
      'file:///etc/passwd': null,
      'a..example': null,
      'evil.example..': null,
      '[fe80::1%25eth0]': null,
      '': null,
    };
    for (const [text, host] of Object.entries(hosts)) {
      expect([text, normalHost(text)]).toEqual([text, host]);
    }
    expect(normalHost('a'.repeat(1025))).toBeNull();
  });

  verifies(['G-22', 'G-29'], 'is private by its address or by its name', () => {
    const inside = ['localhost', 'a.localhost', 'metadata.google.internal', '100.100.100.200'];
    const hidden = ['[::ffff:a9fe:a9fe]', '::7f00:1', '64:ff9b::a00:1', '2002:a00:1::', '0x7f.1'];
    const rest = ['fd00:ec2::254', 'fe80::1', 'ff02::1', '::', '2001:db8::1', '168.63.129.16', ''];
    for (const host of [...inside, ...hidden, ...rest]) {
      expect([host, isPrivateHost(host)]).toEqual([host, true]);
    }
    for (const host of ['localhost.example', 'internal.example', '8.8.8.8', '2606:4700::1111']) {
      expect([host, isPrivateHost(host)]).toEqual([host, false]);
    }
    // What cannot be read is private only where that denies.
    const made = hostPattern('@private');
    expect([made?.matches('a b', 'exact'), made?.matches('a b', 'loose')]).toEqual([false, true]);
  });

  verifies('G-29', 'pattern is read as a host is', () => {
    for (const [text, host] of [
      ['DOCS.Example.', 'docs.example'],
      ['0x7f.1', '127.0.0.1'],
      ['[::1]', '::1'],
      ['::ffff:127.0.0.1', '127.0.0.1'],
      ['\u0430\u0440\u0440\u04cf\u0435.example', 'xn--80ak6aa92e.example'],
    ] as const) {
      expect(hostPattern(text)?.anchor).toEqual({ kind: 'equals', text: host });
    }
    const beside = [
      '**',
      '*x.example',
      'a@b.example',
      '@privat',
      '.',
      '*.',
      '[::1]:80',
      '256.0.0.0/8',
    ];
    for (const text of beside) expect([text, hostPattern(text)]).toEqual([text, null]);
  });
});
