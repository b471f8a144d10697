/**
 * The gateway: servers in front of which every call is a dispatch through the Gate. It offers what
 * the settings name and the servers still define in the very words that were looked at.
 */
import { createRequire } from 'node:module';
import type { ClientSession } from '../../kernel/index.js';
import { openApprovalStore } from '../approvals/approvals-store.js';
import { createKernel, type Kernel } from '../create-kernel.js';
import { openPolicySource } from '../policy/policy-source.js';
import { openFileAudit } from '../stores/file-audit.js';
import { clientFaces } from './client-face.js';
import type { GatewaySettings } from './gateway-settings.js';
import { passingAudit } from './passing-audit.js';
import { type OfferedTool, serverTool, settingsOf } from './server-tool.js';
import { type ToolChanges, toolChanges } from './tool-changes.js';
import { untrustedRules } from './untrusted-rules.js';
import { Upstream } from './upstream.js';

/** Why a tool is not offered. */
export interface LeftOut {
  readonly server: string;
  /** The server's own name of it; null where the whole server is not there. */
  readonly tool: string | null;
  readonly why: 'unavailable' | 'unnamed' | 'drifted' | 'missing' | 'refused';
  readonly message: string;
}

export interface Gateway {
  readonly settings: GatewaySettings;
  /** By the name that clients use; what a server has changed since is among them. */
  readonly tools: ReadonlyMap<string, OfferedTool>;
  readonly leftOut: readonly LeftOut[];
  readonly kernel: Kernel;
  /** Opens a session for one client, with a label and values of its own. */
  openClient(): ClientSession;
  /** Calls back whenever a server says that its tools are others; the result takes it away. */
  readonly onChanged: ToolChanges['onChanged'];
  /** Ends every connection and closes the stores. */
  close(): Promise<void>;
}

/**
 * Opens a gateway: starts and asks every server, and offers what is pinned.
 * @throws HostError `settings_malformed` for a declaration that does not fit, and what the stores
 * and the policy throw; a server that cannot be reached is left out
 */
export async function openGateway(settings: GatewaySettings): Promise<Gateway> {
  const { changed, onChanged } = toolChanges();
  const version = ownVersion();
  const upstreams = settings.servers.map((one) => new Upstream(one, { version, changed }));
  const closing: (() => unknown)[] = [...upstreams.map((one) => () => one.close())];
  const close = async (): Promise<void> => {
    for (const end of closing.reverse()) await end();
  };
  try {
    const { tools, leftOut } = await offer(settings, upstreams);
    const kernel = kernelOf(settings, tools, closing);
    return Object.freeze<Gateway>({
      settings,
      tools: new Map(tools.map((one) => [one.name, one])),
      leftOut,
      kernel,
      openClient: () =>
        kernel.openClient({ trust: settings.trust, references: settings.results === 'handles' }),
      onChanged,
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a gateway for each: nothing of one is shared with another. @throws as `openGateway` */
export async function openGateways(all: readonly GatewaySettings[]): Promise<readonly Gateway[]> {
  const opened = await Promise.allSettled(all.map(openGateway));
  const failed = opened.find((one) => one.status === 'rejected');
  const gateways = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (failed === undefined) return gateways;
  await Promise.all(gateways.map((one) => one.close()));
  throw failed.reason;
}

/** The version of this package. */
export function ownVersion(): string {
  const own = createRequire(import.meta.url)('sluice/package.json') as { readonly version: string };
  return own.version;
}

async function offer(
  settings: GatewaySettings,
  upstreams: readonly Upstream[],
): Promise<{ tools: OfferedTool[]; leftOut: LeftOut[] }> {
  const tools: OfferedTool[] = [];
  const leftOut: LeftOut[] = [];
  await Promise.all(upstreams.map((one) => one.open().catch(() => null)));
  for (const [i, upstream] of upstreams.entries()) {
    const server = settings.servers[i];
    if (server === undefined) continue;
    const { definitions, name } = upstream;
    const leave = (tool: string | null, why: LeftOut['why'], message: string): void => {
      leftOut.push(Object.freeze({ server: name, tool, why, message }));
    };
    if (definitions.size === 0) leave(null, 'unavailable', 'it cannot be reached, or has no tools');
    for (const [tool, definition] of definitions) {
      const named = settingsOf(server, tool);
      if (named === null) leave(tool, 'unnamed', 'the settings do not name it');
      else if (named.digest !== definition.digest)
        leave(tool, 'drifted', 'it is defined otherwise than when it was looked at');
      else tools.push(serverTool(upstream, definition, named));
    }
    for (const tool of Object.keys(server.tools))
      if (definitions.size > 0 && !definitions.has(tool))
        leave(tool, 'missing', 'the server does not define it');
  }
  return { tools, leftOut };
}

/**
 * The kernel of the tools on offer; what it opens is added to what has to be closed.
 * @throws what the stores and the policy throw
 */
export function kernelOf(
  settings: GatewaySettings,
  tools: readonly OfferedTool[],
  closing: (() => unknown)[],
): Kernel {
  const { principal, grant, policy, audit, approvals, elicitation } = settings;
  const store = approvals === null ? null : openApprovalStore(approvals);
  if (store !== null) closing.push(() => store.close());
  const file = audit === null ? null : openFileAudit(audit);
  if (file !== null) closing.push(() => file.close());
  return createKernel({
    tools: tools.map(({ tool }) => tool),
    principal,
    // Of a session, which is as long as its client likes.
    limits: { maxSteps: null, maxModelCalls: null, maxEffects: settings.sessionCalls },
    ...(policy === null ? { grant, declassify: untrustedRules(tools) } : {}),
    audit: file ?? passingAudit(),
    ports: {
      ...(policy === null ? {} : { policy: openPolicySource({ file: policy }) }),
      ...(store === null ? {} : { approvals: store }),
      ...(elicitation ? { approver: clientFaces.approver } : {}),
    },
  });
}
