/**
 * The policy of a configuration: grant, release rules and guardrails that do not change. What
 * `SLUICE_MANAGED_POLICY` names is held over it and read again when it changes.
 */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import {
  compileGuardrails,
  type Guardrails,
  isGuardrails,
  KernelFault,
  SnapshotRefused,
  snapshot,
} from '../kernel/index.js';
import {
  type DeclassPolicy,
  declassPolicySchema,
  type Grant,
  type GuardrailDocument,
  type HostDeclassifier,
  type Json,
  type PathResolver,
  type PolicySnapshot,
  type PolicySource,
  parseGrant,
} from '../schemas/index.js';
import type { KernelConfig } from './kernel-config.js';
import { nodePathResolver } from './node/path-resolver.js';
import { managedPath } from './policy/managed-file.js';
import { openPolicySource } from './policy/policy-source.js';
import { assertRulesReach } from './rules-reach.js';

const noRules: DeclassPolicy = Object.freeze([]);
const builtIn = compileGuardrails({ version: 1 });

/**
 * Makes the policy source of a configuration; `paths` follows links in the patterns of its rules.
 * @throws KernelFault `grant_malformed`, `config_malformed`; HostError where the managed file that
 * is pinned cannot be read
 */
export function staticPolicy(
  config: KernelConfig,
  paths: PathResolver | null = nodePathResolver,
): PolicySource {
  const grant = parseGrant(config.grant ?? []);
  if (grant === undefined)
    throw new KernelFault('grant_malformed', 'a grant with a malformed capability');
  const declassify = releaseRules(config.declassify ?? noRules);
  // Rules of a policy source may change later; these do not, so that each can be held to a tool.
  assertRulesReach(declassify, config.tools);
  const guardrails = guardrailsOf(config.guardrails);
  const home = config.home === undefined ? homedir() : config.home;
  const named = { grant, declassify };
  if (managedPath() === null && !namesPaths(guardrails.document)) {
    const version = versionOf(named, rulesVersion(guardrails));
    const current = Object.freeze({ version, ...named, guardrails });
    return Object.freeze({ current: () => current });
  }
  // Patterns lead where their folders lead, and what is pinned is held over them.
  const source = openPolicySource({ document: guardrails.document, home, resolver: paths });
  let last: PolicySnapshot | null = null;
  let current: PolicySnapshot | null = null;
  return Object.freeze({
    current: () => {
      const snapshot = source.current();
      if (current === null || snapshot !== last) {
        const version = versionOf(named, snapshot.version);
        const { guardrails: inForce } = snapshot;
        current = Object.freeze({
          version,
          ...named,
          ...(inForce === undefined ? {} : { guardrails: inForce }),
        });
        last = snapshot;
      }
      return current;
    },
  });
}

/** Where no pattern is a path, there is nothing to follow. */
function namesPaths({ rules, managed, never }: GuardrailDocument): boolean {
  if (never.paths.length > 0) return true;
  return [...rules, ...managed].some(({ constraint }) => constraint?.paths !== undefined);
}

/** Rules are compiled once and used by many kernels. */
const versions = new WeakMap<Guardrails, string>();

/** What the rules say, as a digest; null for the built-in ones. */
function rulesVersion(guardrails: Guardrails): string | null {
  if (guardrails === builtIn) return null;
  let version = versions.get(guardrails);
  if (version === undefined) {
    version = createHash('sha256').update(JSON.stringify(guardrails.document)).digest('hex');
    versions.set(guardrails, version);
  }
  return version;
}

function guardrailsOf(given: KernelConfig['guardrails']): Guardrails {
  if (given === undefined) return builtIn;
  const guardrails = isGuardrails(given) ? given : compileGuardrails(given);
  assertRulesAlone(guardrails.document);
  return guardrails;
}

/** A grant or a release in the rules would be a setting that does nothing here. */
function assertRulesAlone({ grant, declassify }: GuardrailDocument): void {
  const misplaced = { grant, declassify };
  const key = Object.entries(misplaced).find(([, part]) => part !== undefined)?.[0];
  if (key === undefined) return;
  throw new KernelFault(
    'config_malformed',
    `guardrails: \`${key}\` stands beside them, not in them`,
  );
}

/** Names a policy by what it says; a host function is opaque and says so. */
function versionOf(
  {
    grant,
    declassify,
  }: { readonly grant: Grant; readonly declassify: DeclassPolicy | HostDeclassifier },
  rules: string | null,
): string {
  const kind = typeof declassify === 'function' ? 'opaque' : 'grant';
  const isPlain = typeof declassify === 'function' || declassify.length === 0;
  if (rules === null && isPlain) return `${kind}:${grant.join(' ')}`;
  const said = typeof declassify === 'function' ? 'opaque' : declassify;
  const all = rules === null ? [grant, said] : [grant, said, rules];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/**
 * Checks rules and takes a copy of them, so that changing the configuration later changes nothing.
 */
function releaseRules(given: DeclassPolicy | HostDeclassifier): DeclassPolicy | HostDeclassifier {
  if (typeof given === 'function' || given === noRules) return given;
  const rules = plainRules(given);
  const parsed = declassPolicySchema.safeParse(rules);
  // The schema transforms nothing: the copy itself is the policy, and inherits nothing.
  if (parsed.success) return rules as unknown as DeclassPolicy;
  const issue = parsed.error.issues[0];
  throw new KernelFault(
    'config_malformed',
    `declassify ${(issue?.path ?? []).join('.')}: ${issue?.message}`,
  );
}

function plainRules(given: DeclassPolicy): Json {
  try {
    return snapshot(given);
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    throw new KernelFault('config_malformed', `declassify: ${error.message}`);
  }
}
