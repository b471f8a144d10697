/** Where the policy commands find a policy. */
import { homedir } from 'node:os';
import type { GuardrailDocument } from '../../schemas/index.js';
import { nodePathResolver } from '../node/path-resolver.js';
import { readPolicyFile } from '../policy/policy-file.js';
import { resolvePatterns } from '../policy/resolve-patterns.js';
import { type OpenRules, openRules } from '../policy/rules-in-force.js';
import { openRulesStore, type RulesStore } from '../policy/rules-store.js';
import { assertFile } from './text-input.js';

/**
 * Reads a document as it stands in its file, `~` put in and links followed, without the managed
 * tier that is pinned.
 * @throws HostError `policy_malformed`, `input_unreadable`
 */
export function writtenDocument(path: string): GuardrailDocument {
  return resolvePatterns(readPolicyFile(path), { home: homedir(), resolver: nodePathResolver });
}

/**
 * Runs something with a store of rules that is there already, and closes it.
 * @throws HostError `input_unreadable` where there is none, and what the store throws
 */
export function withStore<T>(path: string, body: (store: RulesStore) => T): T {
  // To open one makes it: a slip of the pen would read as a store without a rule.
  assertFile(path);
  return withNewStore(path, body);
}

/** The same, and makes the store if there is none. */
export function withNewStore<T>(path: string, body: (store: RulesStore) => T): T {
  const store = openRulesStore(path);
  try {
    return body(store);
  } finally {
    store.close();
  }
}

/** Which files a command takes its rules from, and whose home `~` is. */
export interface RulesFiles {
  readonly policy?: string | undefined;
  readonly store?: string | undefined;
  readonly home?: string | undefined;
}

/**
 * Opens the rules in force: of a file or the built-in ones, with the remembered rules of a store.
 * @throws HostError `policy_malformed`, `input_unreadable`
 */
export function rulesInForce({ policy, store, home }: RulesFiles): OpenRules {
  const place = {
    ...(policy === undefined ? {} : { policy }),
    ...(home === undefined ? {} : { home }),
  };
  if (store === undefined) return openRules(place);
  return withStore(store, (opened) => openRules({ ...place, store: opened }));
}
