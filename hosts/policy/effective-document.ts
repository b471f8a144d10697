/**
 * The document that decides: the written one, the pinned managed tier in place of its own,
 * remembered rules beside its rules, and the files of the policy out of reach of every call.
 */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { snapshot } from '../../kernel/index.js';
import type { GuardrailDocument, GuardrailRule } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { companions } from '../stores/sqlite-file.js';
import { escapedPath, mayMatch } from './path-pattern-text.js';
import { type PatternMeans, resolvePatterns } from './resolve-patterns.js';
import { policyBounds } from './text-file.js';

export interface DocumentParts {
  readonly written: GuardrailDocument;
  /** Rules of the pinned file; null where none is pinned. */
  readonly managed: readonly GuardrailRule[] | null;
  readonly remembered: readonly GuardrailRule[];
  /** Files of the policy, as they are named. */
  readonly files: readonly string[];
  /** The file of remembered rules; null without one. */
  readonly store: string | null;
}

/** Puts a document together, frozen. @throws HostError `policy_malformed`, `input_unreadable` */
export function effectiveDocument(parts: DocumentParts, means: PatternMeans): GuardrailDocument {
  const { written, managed, remembered } = parts;
  const { never, ...rest } = resolvePatterns(
    {
      ...written,
      rules: [...written.rules, ...remembered],
      managed: managed ?? written.managed,
    },
    means,
  );
  const paths = neverPaths(never.paths, protectedPaths(parts));
  const document = { ...rest, never: { ...never, paths } };
  return snapshot(document, policyBounds) as unknown as GuardrailDocument;
}

/**
 * Adds paths to what is never touched, so that it takes in all that it took in before: a list of
 * negations alone means everything else, and a negation takes out whatever stands beside it.
 */
function neverPaths(patterns: readonly string[], paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return patterns;
  const negations = patterns.filter((pattern) => pattern.startsWith('!'));
  for (const negation of negations) {
    const freed = paths.find((path) => mayMatch(negation.slice(1), path));
    if (freed === undefined) continue;
    const message = `\`never.paths\`: \`${negation}\` may take out \`${freed}\`, which decides`;
    throw new HostError('policy_malformed', message);
  }
  const meant = negations.length > 0 && negations.length === patterns.length ? ['/**'] : [];
  return [...new Set([...meant, ...patterns, ...paths.map(escapedPath)])];
}

/** Whoever may write to what decides may decide. */
function protectedPaths({ files, store }: DocumentParts): readonly string[] {
  const stored = store === null ? [] : placesOf(store);
  const endings = ['', ...companions];
  return [
    ...files.flatMap(placesOf),
    ...stored.flatMap((path) => endings.map((ending) => `${path}${ending}`)),
  ];
}

/** Where a file is named, and where it is. */
function placesOf(file: string): readonly string[] {
  try {
    return [resolve(file), realpathSync(file)];
  } catch (cause) {
    throw new HostError('input_unreadable', `cannot tell where \`${file}\` leads`, { cause });
  }
}
