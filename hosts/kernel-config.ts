/** What a host may tell a kernel and a run. Types only. */
import type {
  AuditChain,
  Fact,
  GateLayer,
  Guardrails,
  JudgeOptions,
  SchemaInput,
  Tool,
} from '../kernel/index.js';
import type {
  Approver,
  AuditSink,
  Autonomy,
  CallScope,
  CancelSignal,
  Clock,
  ConversationMode,
  DeclassPolicy,
  GuardrailDocumentInput,
  HostDeclassifier,
  Parser,
  PathResolver,
  Planner,
  PolicySource,
  Random,
  Readers,
  RunLimits,
  ShellParser,
  Timer,
  VerdictLog,
} from '../schemas/index.js';

/** Ports that a host may replace; each has a Node implementation. */
export interface KernelPorts {
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly random?: Random;
  /** Without one (`null`), any run that starts while a tool is running counts as inside it. */
  readonly scope?: CallScope | null;
  readonly approver?: Approver;
  /** Shows what guard and judge said, as `openVaglioLog()` does. Default: nobody. */
  readonly verdictLog?: VerdictLog;
  /** Reads shell commands for the guard; null to ask the user about each. Default: as Bash. */
  readonly shell?: ShellParser | null;
  /** Follows paths for the rules; null to ask about each rule of paths. Default: by the disk. */
  readonly paths?: PathResolver | null;
  /**
   * Replaces `grant`, `declassify` and `guardrails`: a policy that may change between decisions, as
   * `openPolicySource` reads it from a file.
   */
  readonly policy?: PolicySource;
}

export interface KernelConfig {
  readonly tools: readonly Tool[];
  /** Schemas that the parser may be asked to fill, by name. */
  readonly schemas?: Readonly<Record<string, SchemaInput>>;
  /** Capabilities of a run. Default: none. */
  readonly grant?: readonly string[];
  /** What may leave although its label says no. Default: nothing. */
  readonly declassify?: DeclassPolicy | HostDeclassifier;
  /**
   * Rules about what changes state, as in a policy document, or as `compileGuardrails` made them.
   * Default: the built-in ones, which ask about five classes of actions.
   */
  readonly guardrails?: GuardrailDocumentInput | Guardrails;
  /** Whose rules apply: the space and the agent. Default: neither. */
  readonly space?: string;
  readonly agent?: string;
  /** The kind of talk; `plan`, `review` and `orchestrate` only read. Default: `chat`. */
  readonly conversationMode?: ConversationMode;
  /** Leaves less to the agent than the policy does; never more. */
  readonly autonomy?: Autonomy;
  readonly planner?: Planner;
  readonly parser?: Parser;
  readonly limits?: Partial<RunLimits>;
  /** A chain, or a sink to start one on. Default: in memory. */
  readonly audit?: AuditChain | AuditSink;
  /** Whose runs these are: `user:alice@example.com`. */
  readonly principal: string;
  /** The user's home directory, for the guard. Default: the process's. */
  readonly home?: string | null;
  /** Where relative paths begin, for the guard. Default: the process's working directory. */
  readonly cwd?: string | null;
  readonly layers?: readonly GateLayer[];
  /**
   * The judge of stage 6. Default: by rules, with `SLUICE_JUDGE_KIND` and `SLUICE_JUDGE_THRESHOLD`
   * where they are set. A model is told a scrubbed intent.
   */
  readonly judge?: JudgeOptions;
  /** `suspend` ends a run that needs a ruling with `needs_approval` instead of waiting. */
  readonly approval?: 'wait' | 'suspend';
  /**
   * `unique` (the default): words of the user that name exactly one item of a list choose it.
   * `strict`: whoever wrote what they were compared with chose it too.
   */
  readonly selection?: 'unique' | 'strict';
  readonly ports?: KernelPorts;
}

export interface QueryOptions {
  /** Values that the host supplies for this run; a scalar is short for `{ value }`. */
  readonly facts?: Readonly<Record<string, Fact | string | number | boolean>>;
  /** A plan to follow instead of asking the planner. */
  readonly plan?: unknown;
  readonly signal?: CancelSignal;
  /** Who may be sent the words of the query. Default: anyone. */
  readonly readers?: Readers;
}
