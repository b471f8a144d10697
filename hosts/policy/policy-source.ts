/**
 * The policy in force: a document, the pinned managed file over it, remembered rules beside it. It
 * is asked once per decision; what cannot be read throws, and so the call is denied (behaviour
 * G-43, C32).
 */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import stableStringify from 'fast-json-stable-stringify';
import {
  compileGuardrails,
  type Guardrails,
  KernelFault,
  SnapshotRefused,
  snapshot,
} from '../../kernel/index.js';
import {
  type GuardrailDocument,
  type GuardrailDocumentInput,
  type GuardrailRule,
  guardrailDocumentSchema,
  type Json,
  ownFields,
  type PathResolver,
  type PolicySnapshot,
  type PolicySource,
  parseGrant,
} from '../../schemas/index.js';
import { assertKnownKeys } from '../config-check.js';
import { HostError } from '../errors.js';
import { effectiveDocument } from './effective-document.js';
import { managedPath, parseManagedText } from './managed-file.js';
import { checkFit } from './misfit.js';
import { parsePolicyText } from './policy-file.js';
import type { PatternMeans } from './resolve-patterns.js';
import type { RulesStore } from './rules-store.js';
import { policyBounds } from './text-file.js';
import { WatchedFile } from './watched-file.js';

export interface PolicySourceOptions {
  /** Path of the policy document. Either this or `document`. */
  readonly file?: string;
  readonly document?: GuardrailDocument;
  /** Remembered rules. Default: none. */
  readonly store?: RulesStore;
  /** Where `SLUICE_MANAGED_POLICY` is looked up, once. Default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Stands for `~` in patterns. Default: the process's home directory. */
  readonly home?: string | null;
  /** Follows links in patterns. Default: patterns are taken as they are written. */
  readonly resolver?: PathResolver | null;
}

export interface DocumentSource extends PolicySource {
  /** The document that decides now: rules, managed tier and protected files put together. */
  readonly document: () => GuardrailDocument;
}

const optionNames = ['file', 'document', 'store', 'env', 'home', 'resolver'];

/**
 * Opens a source of policy. Its methods throw HostError `policy_malformed`, `input_unreadable` or
 * `policy_unavailable` while any part of the policy cannot be read.
 * @throws KernelFault `config_malformed`; HostError `policy_malformed` for a `document` that is
 * none, `input_unreadable` where `SLUICE_MANAGED_POLICY` is set to nothing
 */
export function openPolicySource(given: PolicySourceOptions): DocumentSource {
  const options = ownFields(given);
  assertKnownKeys(options, optionNames, 'options of `openPolicySource`');
  const policy = new PolicyInForce(options);
  return Object.freeze({
    current: () => policy.read().snapshot,
    document: () => policy.read().document,
  });
}

/** A reading of every part, and what it came to. */
interface Reading {
  readonly written: GuardrailDocument;
  readonly managed: readonly GuardrailRule[] | null;
  /** Version of the store; null without one. */
  readonly remembered: string | null;
  readonly document: GuardrailDocument;
  readonly snapshot: PolicySnapshot;
}

class PolicyInForce {
  readonly #written: { readonly current: () => GuardrailDocument };
  readonly #managed: WatchedFile<readonly GuardrailRule[]> | null;
  readonly #store: RulesStore | null;
  readonly #files: readonly string[];
  readonly #means: PatternMeans;
  #last: Reading | null = null;

  constructor(options: PolicySourceOptions) {
    const { file, store = null, env, home = homedir(), resolver = null } = options;
    // Taken once: code of this process could take the variable away, or leave the folder.
    const pinned = managedPath(env);
    this.#managed = pinned === null ? null : new WatchedFile(resolve(pinned), parseManagedText);
    this.#written = writtenPart(options);
    this.#store = store;
    this.#means = { home, resolver };
    this.#files = [file, pinned]
      .filter((path) => typeof path === 'string')
      .map((path) => resolve(path));
  }

  read(): Reading {
    const written = this.#written.current();
    const managed = this.#managed?.current() ?? null;
    const remembered = this.#store?.version() ?? null;
    const last = this.#last;
    if (
      last !== null &&
      last.written === written &&
      last.managed === managed &&
      last.remembered === remembered
    )
      return last;
    this.#last = null;
    const parts = { written, managed, remembered: this.#store?.list() ?? [], files: this.#files };
    const store = this.#store?.path ?? null;
    const document = effectiveDocument({ ...parts, store }, this.#means);
    const inForce = snapshotOf(document, last?.snapshot ?? null);
    this.#last = Object.freeze({ written, managed, remembered, document, snapshot: inForce });
    return this.#last;
  }
}

function writtenPart(options: PolicySourceOptions): { readonly current: () => GuardrailDocument } {
  const { file, document } = options;
  if (file !== undefined && document === undefined)
    return new WatchedFile(resolve(file), parsePolicyText);
  if (file !== undefined || document === undefined) {
    const message = 'options of `openPolicySource`: name `file` or `document`, one of them';
    throw new KernelFault('config_malformed', message);
  }
  const checked = checkedDocument(document);
  return { current: () => checked };
}

function checkedDocument(given: GuardrailDocument): GuardrailDocument {
  const fitted = checkFit(guardrailDocumentSchema, plain(given));
  if ('data' in fitted) return snapshot(fitted.data, policyBounds) as unknown as GuardrailDocument;
  const [first] = fitted.misfits;
  throw malformed(`\`document\`: ${first?.text ?? 'malformed'}`);
}

function plain(given: GuardrailDocument): Json {
  try {
    return snapshot(given, policyBounds);
  } catch (cause) {
    if (!(cause instanceof SnapshotRefused)) throw cause;
    throw malformed(`\`document\`: ${cause.message}`, cause);
  }
}

/** The snapshot of a document; the last one where it says the same. */
function snapshotOf(document: GuardrailDocument, last: PolicySnapshot | null): PolicySnapshot {
  const version = createHash('sha256').update(stableStringify(document)).digest('hex');
  if (last?.version === version) return last;
  const { grant, declassify } = document;
  return Object.freeze({
    version,
    grant: parseGrant(grant ?? []) ?? [],
    declassify: declassify ?? [],
    guardrails: compiled(document),
  });
}

function compiled(document: GuardrailDocument): Guardrails {
  try {
    return compileGuardrails(document as GuardrailDocumentInput);
  } catch (cause) {
    if (!(cause instanceof KernelFault)) throw cause;
    throw malformed(cause.message, cause);
  }
}

function malformed(message: string, cause?: unknown): HostError {
  return new HostError('policy_malformed', message, { cause });
}
