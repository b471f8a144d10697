/**
 * Ports: everything the kernel needs from outside, implemented outside it. A port that throws,
 * times out or is absent yields the tightest answer of its layer.
 */
import type { ApprovalRequest, Ruling } from './approval.js';
import type { AuditHead } from './audit-record.js';
import type { Grant } from './capability.js';
import type { DeclassAnswer, DeclassPolicy } from './declass-policy.js';
import type { Json } from './json.js';
import type { JudgeRequest, VerdictEntry } from './judge.js';
import type { Label } from './label.js';
import type { ParseRequest, PlannerContext } from './planner-context.js';
import type { ReviewRequest } from './review.js';
import type { ShellParse } from './shell.js';

/** The part of an AbortSignal that the kernel relies on; a real AbortSignal at run time. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface PortCall {
  readonly signal: CancelSignal;
}

/** Proposes a plan. Untrusted: its output is data to be verified. */
export interface Planner {
  plan(context: PlannerContext, call: PortCall): Promise<unknown>;
}

/**
 * Turns untrusted content into a value of a schema. Untrusted, without tools: its output is
 * tainted.
 */
export interface Parser {
  parse(request: ParseRequest, call: PortCall): Promise<unknown>;
}

/**
 * Scores one call by its intent and the names of its arguments. Untrusted, without tools: its
 * answer can only tighten, and what is no `JudgeAnswer` denies.
 */
export interface Judge {
  /** Whether this is the planner's model too; left out where nobody knows. */
  readonly judgeModelEqualsPlanner?: boolean;
  judge(request: JudgeRequest, call: PortCall): Promise<unknown>;
}

/** Shows verdicts as they fall. Best effort: what it throws changes nothing. */
export interface VerdictLog {
  write(entry: VerdictEntry): void;
}

/** Rules on an approval request. Anything but a ruling on exactly that request is a refusal. */
export interface Approver {
  ask(request: ApprovalRequest, call: PortCall): Promise<Ruling>;
}

/** A row of an approval store: opaque text, and how often it was written. */
export interface StoredTicket {
  readonly id: string;
  readonly revision: number;
  readonly text: string;
}

/**
 * Keeps requests for approval, for one process or several. It holds rows that the kernel seals and
 * checks; the one thing it decides is who comes first. What it throws refuses the call.
 */
export interface ApprovalStore {
  /** 64 lower-case hex characters: the key under which rows are sealed. */
  readonly key: string;
  read(id: string): StoredTicket | null | Promise<StoredTicket | null>;
  /** Every row, oldest first. */
  list(): readonly StoredTicket[] | Promise<readonly StoredTicket[]>;
  /**
   * Compare and set: writes the text as the next revision if the row stands at `revision` (0: there
   * is none yet), in one step. Answers whether it did.
   */
  swap(id: string, revision: number, text: string): boolean | Promise<boolean>;
  /** Takes a row away if it stands at `revision`. Answers whether it did. */
  drop(id: string, revision: number): boolean | Promise<boolean>;
  /** Calls back when a row may have changed, by whichever process; the result stops it. */
  watch(changed: () => void): () => void;
}

/** Signs with one private key, for one use. */
export interface Signer {
  /** SHA-256 of the public key (DER), in hex. */
  readonly key: string;
  /** Ed25519, base64. */
  sign(text: string): string;
}

/** Verifies signatures of one public key. What it throws is a no. */
export interface Verifier {
  /** SHA-256 of the public key (DER), in hex. */
  readonly key: string;
  verify(text: string, signature: string): boolean;
}

/**
 * Says whether somebody should look at a call that nothing else asks about. Untrusted, without
 * tools: it can only ask for the user; what is no known answer asks for the user too.
 */
export interface Reviewer {
  review(request: ReviewRequest, call: PortCall): Promise<unknown>;
}

/**
 * Why a sink took no record, as the field `refusal` of what it throws may tell: it has no room, or
 * it cannot be written. Anything else says nothing.
 */
export type AuditRefusal = 'full' | 'unwritable';

/**
 * Stores audit lines. `append` writes whole lines, in order, durably, and returns only then; if it
 * throws, nothing was admitted. The kernel computes the chain; the sink holds bytes, the head it
 * last accepted, and the key. It may add records of its own between two writes: `head` is asked
 * before each.
 */
export interface AuditSink {
  /** 64 lower-case hex characters: the key of the HMAC under which digests are recorded. */
  readonly key: string;
  /**
   * Hash of the first record that was there when the sink was opened; null if there was none. A
   * chain that signs needs it, to name the chain in its checkpoints.
   */
  readonly origin?: string | null;
  head(): AuditHead;
  append(lines: readonly string[], head: AuditHead): void | Promise<void>;
  /**
   * Like `append`, but returns once the lines are written: they are durable once a later `append`
   * has returned. A sink without it is given everything by `append`.
   */
  write?(lines: readonly string[], head: AuditHead): void | Promise<void>;
}

/** A declassifier as code. Reports name it `opaque`. Must be pure and synchronous. */
export type HostDeclassifier = (request: {
  readonly tool: string;
  readonly argument: string;
  readonly label: Label;
  readonly value: Json;
  readonly recipients: readonly string[] | null;
}) => DeclassAnswer;

/** Where a path leads, as the file system says now. */
export interface ResolvedPath {
  /** Absolute, without `.`, `..` or links; what does not exist yet hangs on what does. */
  readonly real: string;
  /** How many names the file has; 1 for what does not exist or is no plain file. */
  readonly names: number;
}

/**
 * Follows a path through its links, those too that lead nowhere yet. Synchronous: it is asked
 * before the decision and again right before the effect. Null where nobody can tell.
 */
export interface PathResolver {
  resolve(path: string): ResolvedPath | null;
}

export interface PolicySnapshot {
  /** Changes whenever anything of the policy does. */
  readonly version: string;
  readonly grant: Grant;
  readonly declassify: DeclassPolicy | HostDeclassifier;
  /** Rules of the policy engine, as `compileGuardrails` made them. Default: the built-in ones. */
  readonly guardrails?: object;
}

/** The policy in force. Read once per decision. */
export interface PolicySource {
  current(): PolicySnapshot;
}

/**
 * Keeps suspended runs. The kernel seals what it stores and checks the seal; the store decides one
 * thing, who comes first. What a method throws is thrown on.
 */
export interface SuspensionStore {
  /** 64 lower-case hex characters: whoever has it can write what a run goes on with. */
  readonly key: string;
  /** Keeps a text under a new id; durable when it returns. */
  put(id: string, text: string): void | Promise<void>;
  /** The text under an id; null if there is none. */
  read(id: string): string | null | Promise<string | null>;
  /** Takes one up: true for one caller, once and for all; durable when it returns. */
  claim(id: string): boolean | Promise<boolean>;
}

/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

/** Runs a callback after a delay; the result cancels it. */
export interface Timer {
  after(ms: number, callback: () => void): () => void;
}

/** Fresh unguessable ids: 32 lower-case hex characters. */
export interface Random {
  id(): string;
}

/** Tells whether code runs inside a tool call of a kernel; absent, any overlap counts as inside. */
export interface CallScope {
  enter<T>(owner: object, body: () => T): T;
  isInside(owner: object): boolean;
}

/**
 * Reads a shell command by its grammar; runs nothing. Pure and synchronous: the same command, the
 * same answer. It belongs to the trusted base. Absent, or where it finds an error, the user is
 * asked at least; what it throws denies.
 */
export interface ShellParser {
  parse(command: string): ShellParse;
}
