/** What a host may tell a kernel and a run. Types only. */
import type {
  ApprovalBroker,
  ApproverKeys,
  AuditChain,
  Fact,
  GateLayer,
  Guardrails,
  JudgeOptions,
  PlanApproval,
  SchemaInput,
  Tool,
  Watch,
} from '../kernel/index.js';
import type {
  ApprovalStore,
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
  Reviewer,
  RunLimits,
  SafetyAlias,
  SafetyMode,
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
  /** A face of this process alone, such as a prompt on its terminal. */
  readonly approver?: Approver;
  /**
   * A list of requests that other faces and processes share: its store, or a broker over one.
   * Default: only `approver` is asked.
   */
  readonly approvals?: ApprovalBroker | ApprovalStore;
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
  /**
   * How much is asked beside the rules: `strict`, `normal`, `review` or `yolo`; `trust` and
   * `ai_review` stand for `review`. Default: `normal`.
   */
  readonly safetyMode?: SafetyMode | SafetyAlias;
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
  /**
   * Who looks, in the safety mode `review`, at every call that sends or changes something and that
   * nothing else asks about, as `makeReviewer` makes one; in any other mode nobody. Absent, or
   * where it fails, the user is asked. It is told a scrubbed purpose.
   */
  readonly reviewer?: Reviewer;
  /** `suspend` ends a run that needs a ruling with `needs_approval` instead of waiting. */
  readonly approval?: 'wait' | 'suspend';
  /**
   * The public keys of approvers who sign their rulings, by how they identify themselves; for a
   * store under `ports.approvals`.
   */
  readonly approvers?: ApproverKeys;
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
  /** What `approvePlan` gave for this very plan and query; good for one run. */
  readonly approved?: PlanApproval | null;
  readonly signal?: CancelSignal;
  /** Who may be sent the words of the query. Default: anyone. */
  readonly readers?: Readers;
}

/** What a planner is asked for a plan with. */
export type PlanOptions = Pick<QueryOptions, 'facts' | 'readers' | 'signal'>;

/** A plan to look at before it runs. */
export interface PreviewOptions extends Pick<QueryOptions, 'facts' | 'readers'> {
  readonly plan: unknown;
}

/** What a session is opened with. */
export interface SessionQueryOptions extends Pick<QueryOptions, 'facts' | 'readers' | 'signal'> {
  /** Sees what the run tells while it goes; best effort. */
  readonly watch?: Watch;
}
