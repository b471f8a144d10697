/** The shape of what the gateway reads of `sluice.toml`: strict at every level, bounded. */
import { z } from 'zod';
import { actionClasses, isReservedKey } from '../../schemas/index.js';
import {
  address,
  capability,
  count,
  list,
  path,
  principal,
  text,
} from '../settings/settings-schema.js';

const MAX_SERVERS = 64;
const MAX_CLIENTS = 32;
const MAX_TOOLS = 1024;
const MAX_TIMEOUT_MS = 3_600_000;
const MAX_RESULT = 16_777_216;
const MAX_CALLS = 1_000_000_000;

const untrusted = z.enum(['ask', 'deny']);
const ownName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'a lower-case letter, then letters, digits or `-`, at most 32');
/** A name of the gateway's own begins every name that a client sees: none may hide another. */
const serverName = ownName.refine((name) => name !== 'sluice', '`sluice` is the gateway itself');
export const toolName: z.ZodString = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'letters, digits and `_.-`, at most 64')
  .refine((name) => !isReservedKey(name), 'a key that reaches a prototype');
const variable = text.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'no name of a variable');
/** Checked with the rest of the definition, by the kernel. */
const declared = z.record(z.string(), z.unknown());

export const toolSchema = z.strictObject({
  digest: text.regex(/^sha256:[0-9a-f]{64}$/, 'must be `sha256:` and 64 hexadecimal digits'),
  effect: z.enum(['read', 'write']).default('write'),
  egress: z.boolean().default(true),
  mutates: z.boolean().default(false),
  commit: z.boolean().default(false),
  capabilities: list(capability).min(1, 'an empty list').optional(),
  classes: list(z.enum(actionClasses)).optional(),
  args: declared.optional(),
  recipients: list(z.unknown()).optional(),
  sink: z.literal('own').optional(),
  readers: z.union([z.literal('anyone'), list(text)]).default([]),
  subjects: list(text).default([]),
  confirm: z.literal('always').optional(),
  approval: declared.optional(),
  timeout_ms: count(MAX_TIMEOUT_MS).optional(),
  untrusted: untrusted.optional(),
});

const server = z
  .strictObject({
    command: text.optional(),
    args: list(z.string().max(4096, 'longer than 4096 characters')).default([]),
    env: list(variable).default([]),
    cwd: path.optional(),
    url: address.optional(),
    token_env: variable.optional(),
    timeout_ms: count(MAX_TIMEOUT_MS).default(60_000),
    result_bytes: count(MAX_RESULT).default(1_048_576),
    tools: z
      .record(toolName, toolSchema)
      .refine((tools) => Object.keys(tools).length <= MAX_TOOLS, 'too many tools')
      .default({}),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    message: 'say either `command` or `url`',
  });

const grant = z.strictObject({ capabilities: list(capability).default([]) });

const client = z.strictObject({
  principal: principal.shape.id,
  token_sha256: text.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
  grant: grant.optional(),
  audit: path.optional(),
  approvals: path.optional(),
});

export const gatewaySchema = z
  .strictObject({
    policy: path.optional(),
    principal: principal.optional(),
    clients: z
      .record(ownName, client)
      .refine((clients) => Object.keys(clients).length > 0, 'no client')
      .refine((clients) => Object.keys(clients).length <= MAX_CLIENTS, 'too many clients')
      .optional(),
    grant: grant.optional(),
    gateway: z
      .strictObject({
        trust_client_until_tainted: z.boolean().default(false),
        results: z.enum(['values', 'handles']).default('values'),
        untrusted: untrusted.optional(),
        elicitation: z.boolean().default(false),
        session_calls: count(MAX_CALLS).default(10_000),
        audit: path.optional(),
        approvals: path.optional(),
      })
      .prefault({}),
    servers: z
      .record(serverName, server)
      .refine((servers) => Object.keys(servers).length > 0, 'no server')
      .refine((servers) => Object.keys(servers).length <= MAX_SERVERS, 'too many servers'),
    /** What turns read of the same file. */
    runtime: z.unknown().optional(),
    catalogue: z.unknown().optional(),
  })
  .refine(({ policy, grant }) => policy === undefined || grant === undefined, {
    message: 'a `policy` has a grant of its own: leave out `[grant]`',
    path: ['grant'],
  })
  .refine((given) => (given.principal === undefined) !== (given.clients === undefined), {
    message: 'say either `[principal]` or `[clients]`',
    path: ['principal'],
  });

export type GatewayText = z.output<typeof gatewaySchema>;
export type ClientText = z.output<typeof client>;
export type ServerText = z.output<typeof server>;
export type ToolText = z.output<typeof toolSchema>;
