/** Patterns of paths are written as people write paths, and match as actions name them. */
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { literalBeginning } from '../../../../hosts/policy/path-pattern-text.js';
import { parsePolicyText } from '../../../../hosts/policy/policy-file.js';
import { type PatternMeans, resolvePatterns } from '../../../../hosts/policy/resolve-patterns.js';
import {
  guardrailDocumentSchema,
  type PathResolver,
  type RuleDecision,
} from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';
import { scratchFolder } from '../stores/scratch.js';
import { hostError } from './policy-texts.js';

const followLinks: PathResolver = {
  resolve(path) {
    try {
      return { real: realpathSync(path), names: 1 };
    } catch {
      return null;
    }
  },
};

const links = (table: Readonly<Record<string, string>>): PathResolver => ({
  resolve: (path) => ({ real: table[path] ?? path, names: 1 }),
});

function patterns(
  paths: readonly string[],
  means: Partial<PatternMeans> = {},
  decision: RuleDecision = 'deny',
): readonly string[] {
  const rule = {
    id: 'a',
    scope: 'workspace',
    class: 'fileDelete',
    decision,
    constraint: { paths },
  };
  const document = guardrailDocumentSchema.parse({ version: 1, rules: [rule] });
  const all = { home: '/home/u', resolver: null, ...means };
  return resolvePatterns(document, all).rules[0]?.constraint?.paths ?? [];
}

describe('`~`', () => {
  test('is the home directory, in the lists of rules and in what is never touched (path-11)', () => {
    const paths = ['~/.ssh', '~', '!~/.ssh/config', '/a/~', '**/.env'];
    const document = parsePolicyText(
      JSON.stringify({
        version: 1,
        managed: [{ id: 'm', class: 'fileDelete', decision: 'deny', constraint: { paths } }],
        never: { paths },
      }),
      'p',
    );
    const resolved = resolvePatterns(document, { home: '/home/u', resolver: null });
    const expected = ['/home/u/.ssh', '/home/u', '!/home/u/.ssh/config', '/a/~', '**/.env'];
    expect(resolved.never.paths).toEqual(expected);
    expect(resolved.managed[0]?.constraint?.paths).toEqual(expected);
  });

  test('has its marks of a pattern taken for what they are', () => {
    expect(patterns(['~/x*'], { home: '/home/a*b?' })).toEqual(['/home/a\\*b\\?/x*']);
    expect(patterns(['~', '~/x'], { home: '/' })).toEqual(['/', '/x']);
    expect(patterns(['~/x'], { home: '/home/u/' })).toEqual(['/home/u/x']);
  });

  test.each([null, '', 'home/u'])('without a home directory (%j) it is refused', (home) => {
    expect(hostError(() => patterns(['~/.ssh'], { home })).message).toBe(
      'rule `a`: `~/.ssh`: there is no home directory to put in for `~`',
    );
    expect(patterns(['/a'], { home })).toEqual(['/a']);
  });
});

test.each(['src/**', '*', '*.pem', '.env', '~root/.ssh', '!src', '!', '?', './a', ' /a'])(
  'what matches no absolute path is refused: %j',
  (pattern) => {
    const error = hostError(() => patterns(['/ok', pattern]));
    expect([error.code, error.message]).toEqual([
      'policy_malformed',
      expect.stringMatching(/^rule `a`: `.*` matches nothing: a pattern of paths begins with/),
    ]);
  },
);

describe('links', () => {
  verifies('G-30', 'a pattern through a link has what it leads to beside it (path-30)', () => {
    const folder = realpathSync(scratchFolder());
    mkdirSync(join(folder, 'private', 'ws'), { recursive: true });
    symlinkSync(join(folder, 'private'), join(folder, 'var'));
    const real = `${folder}/private/ws`;
    const means = { resolver: followLinks };
    for (const decision of ['allow', 'prompt', 'deny'] as const) {
      expect(patterns([`${folder}/var/ws/**`], means, decision)).toEqual([
        `${folder}/var/ws/**`,
        `${real}/**`,
      ]);
    }
    expect(patterns([`!${folder}/var/ws/*.md`, `${real}/**`], means)).toEqual([
      `!${folder}/var/ws/*.md`,
      `!${real}/*.md`,
      `${real}/**`,
    ]);
    expect(patterns([`${folder}/var/ws`], means)).toEqual([`${folder}/var/ws`, real]);
    expect(patterns([`${folder}/var/w*`], means)[1]).toBe(`${folder}/private/w*`);
  });

  test('behind `~` are followed too', () => {
    const resolver = links({ '/home/u': '/data/u' });
    expect(patterns(['~/.ssh/**', '~/*'], { resolver })).toEqual([
      '/home/u/.ssh/**',
      '/home/u/*',
      '/data/u/*',
    ]);
  });

  test('a folder whose name looks like a pattern is written so that it is none', () => {
    const resolver = links({ '/a/b*c': '/x/y?[z]' });
    expect(patterns(['/a/b\\*c/**'], { resolver })).toEqual(['/a/b\\*c/**', '/x/y\\?[z]/**']);
  });

  test('what nobody can follow stays as it is written', () => {
    expect(patterns(['/no/such/**'], { resolver: followLinks })).toEqual(['/no/such/**']);
    expect(patterns(['/a/**'], { resolver: { resolve: () => null } })).toEqual(['/a/**']);
  });

  test('what loosens is not widened to a folder around the link', () => {
    const resolver = links({ '/ws/out': '/', '/ws/up': '/ws', '/ws/side': '/data' });
    const paths = ['/ws/out/**', '/ws/up/**', '/ws/side/**'];
    expect(patterns(paths, { resolver }, 'allow')).toEqual([...paths, '/data/**']);
    expect(patterns(paths, { resolver }, 'deny')).toEqual([
      '/ws/out/**',
      '/**',
      '/ws/up/**',
      '/ws/**',
      '/ws/side/**',
      '/data/**',
    ]);
    const taken = ['/**', '!/ws/out/**'];
    expect(patterns(taken, { resolver }, 'deny')).toEqual(taken);
    expect(patterns(taken, { resolver }, 'allow')).toEqual([...taken, '!/**']);
  });
});

test.each([
  ['/a/b/**', '/a/b', '/**'],
  ['/a/b*', '/a', '/b*'],
  ['/a/b', '/a/b', ''],
  ['/a/b/', '/a/b', ''],
  ['/a\\*/b/?', '/a*/b', '/?'],
  ['/a/\\!b/{c,[d]}', '/a/!b/{c,[d]}', ''],
])('the beginning of %j is %j', (pattern, path, rest) => {
  expect(literalBeginning(pattern)).toEqual({ path, rest });
});

test.each(['/**', '/*', '**/x', '/', '*', '/?/a'])('%j has no beginning', (pattern) => {
  expect(literalBeginning(pattern)).toBe(null);
});
