/**
 * What a user configures of the gateway in `sluice.toml`. Types and defaults; reading is
 * read-gateway.ts.
 *
 *     policy = "sluice.policy.yaml"         # default: the built-in rules, and `grant` below
 *     [principal]
 *     id = "user:alice@example.com"
 *     [grant]
 *     capabilities = ["files.read"]         # default: none
 *     [gateway]
 *     trust_client_until_tainted = false    # default
 *     results = "values"                    # values (default) or handles
 *     untrusted = "deny"                    # deny (default) or ask: what labels refuse
 *     elicitation = false                   # default: the client's own user interface rules
 *     session_calls = 10000                 # default: calls of one client's session
 *     audit = "audit.jsonl"                 # default: no record is kept
 *     approvals = "approvals.db"            # default: none
 *     [servers.files]
 *     command = "npx"                       # or url = "https://…", token_env = "NAME"
 *     args = ["-y", "@modelcontextprotocol/server-filesystem", "."]
 *     env = ["HOME"]                        # names that it may see beside PATH and the like
 *     timeout_ms = 60000                    # default
 *     result_bytes = 1048576                # default
 *     [servers.files.tools.read_text_file]
 *     digest = "sha256:…"                   # of the definition as it was looked at
 *     effect = "read"                       # default: write, with egress
 *     capabilities = ["files.read"]
 *
 * In place of `[principal]`, for several of them over HTTP:
 *
 *     [clients.alice]
 *     principal = "user:alice@example.com"
 *     token_sha256 = "…"                    # of the token, which stands nowhere
 *     audit = "alice.jsonl"                 # default: no record is kept
 *     approvals = "alice.db"                # default: none
 *     [clients.alice.grant]                 # default: `grant` above
 *     capabilities = ["files.read"]
 */
import type { ToolSpecInput } from '../../schemas/index.js';

/** How a server is reached. */
export type Reach =
  | {
      readonly command: string;
      readonly args: readonly string[];
      /** Names of variables of the environment that it is given. */
      readonly env: readonly string[];
      readonly cwd: string;
    }
  | {
      readonly url: string;
      /** The variable that holds its bearer token; null for none. */
      readonly tokenEnv: string | null;
    };

export interface ToolSettings {
  /** `sha256:` and 64 hexadecimal digits: the definition that was looked at. */
  readonly digest: string;
  /** What is declared of it, without name and description, which are the server's. */
  readonly spec: Omit<ToolSpecInput, 'name' | 'description'>;
  /** What becomes of a call that labels refuse. */
  readonly untrusted: 'ask' | 'deny';
}

export interface ServerSettings {
  readonly name: string;
  readonly reach: Reach;
  /** Milliseconds that a call may take, and what its result may take, in bytes. */
  readonly timeoutMs: number;
  readonly resultBytes: number;
  /** By the server's own names. */
  readonly tools: Readonly<Record<string, ToolSettings>>;
}

/** One of several clients. */
export interface ClientKey {
  readonly name: string;
  /** SHA-256 of the token that says who it is, in 64 hexadecimal digits. */
  readonly tokenDigest: string;
}

/** What one principal's clients get; of a file with `[clients]` there is one for each of them. */
export interface GatewaySettings {
  /** The file that they are of, as it was named. */
  readonly path: string;
  /** Null where the file names one principal and no clients. */
  readonly client: ClientKey | null;
  readonly principal: string;
  readonly grant: readonly string[];
  /** Absolute path of a policy document; null for the built-in rules. */
  readonly policy: string | null;
  readonly trust: 'never' | 'until_tainted';
  readonly results: 'values' | 'handles';
  readonly elicitation: boolean;
  /** Calls that a session of one client may make. */
  readonly sessionCalls: number;
  /** Absolute paths; null where nothing is kept, and nobody else is asked. */
  readonly audit: string | null;
  readonly approvals: string | null;
  readonly servers: readonly ServerSettings[];
}
