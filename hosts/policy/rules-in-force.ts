/**
 * The rules that a command goes by: those of a file, or given ones, with the managed tier that is
 * pinned held over them, as the enforcement path has them (behaviour G-56).
 */
import { homedir } from 'node:os';
import { compileGuardrails, type Guardrails, isGuardrails } from '../../kernel/index.js';
import type { GuardrailDocument } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import type { KernelConfig } from '../kernel-config.js';
import { nodePathResolver } from '../node/path-resolver.js';
import { openPolicySource } from './policy-source.js';
import type { RulesStore } from './rules-store.js';

/** Where the rules are, and whose home `~` is. */
export interface RulesPlace {
  readonly policy?: string;
  readonly home?: string;
  /** Remembered rules that stand beside them. */
  readonly store?: RulesStore;
}

export interface OpenRules {
  readonly guardrails: Guardrails;
  /** The document that decides, with everything that was put over it. */
  readonly document: GuardrailDocument;
}

/**
 * Opens the rules of a file; without one those given, without those the built-in ones.
 * @throws HostError `policy_malformed`, `input_unreadable`; KernelFault `config_malformed`
 */
export function openRules(
  { policy, home = homedir(), store }: RulesPlace,
  given: KernelConfig['guardrails'] = { version: 1 },
): OpenRules {
  const remembered = store === undefined ? {} : { store };
  const means = { home, resolver: nodePathResolver, ...remembered };
  const own = isGuardrails(given) ? given : compileGuardrails(given);
  const source = openPolicySource(
    policy === undefined ? { document: own.document, ...means } : { file: policy, ...means },
  );
  const { guardrails } = source.current();
  // The source compiled them: what comes out is what a kernel would be given.
  if (!isGuardrails(guardrails))
    throw new HostError('policy_malformed', 'the policy holds no rules of this kernel');
  return { guardrails, document: guardrails.document };
}
