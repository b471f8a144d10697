/**
 * A trial of a gateway: the same servers and settings, and every call goes to its server whatever
 * the Gate would say of it. NOTHING IS ENFORCED. What would have been decided is written down. It
 * runs no tool of its kernel: the kernel only looks on.
 */
import type { Kernel } from '../create-kernel.js';
import { HostError } from '../errors.js';
import type { ObserveLog } from '../observe/observe-log.js';
import type { ToolStanding } from '../observe/observed-call.js';
import type { ServerDefinition } from './definition.js';
import { kernelOf, ownVersion } from './gateway.js';
import type { GatewaySettings, ServerSettings } from './gateway-settings.js';
import { unnamedTool } from './read-gateway.js';
import { type OfferedTool, offeredName, serverTool, settingsOf } from './server-tool.js';
import { type ToolChanges, toolChanges } from './tool-changes.js';
import { Upstream } from './upstream.js';

/** A tool as it is now, and how it stands to the settings. */
export interface PassedTool {
  /** As clients name it: `server__tool`, as the gateway would. */
  readonly name: string;
  readonly upstream: Upstream;
  readonly definition: ServerDefinition;
  readonly standing: ToolStanding;
  /** What it would be for the kernel; null where it cannot be enforced. */
  readonly offered: OfferedTool | null;
}

export interface ObservedGateway {
  readonly settings: GatewaySettings;
  readonly kernel: Kernel;
  readonly log: ObserveLog;
  /** Servers that could not be reached. */
  readonly unavailable: readonly string[];
  /** What the servers define now. */
  tools(): readonly PassedTool[];
  /** Calls back whenever a server says that its tools are others; the result takes it away. */
  readonly onChanged: ToolChanges['onChanged'];
  close(): Promise<void>;
}

/**
 * Starts and asks every server. Neither the audit file nor the list of approvals of the settings is
 * opened. @throws what the policy throws
 */
export async function openObserved(
  settings: GatewaySettings,
  log: ObserveLog,
): Promise<ObservedGateway> {
  const { changed, onChanged } = toolChanges();
  const version = ownVersion();
  const pairs = settings.servers.map((server) => ({
    server,
    upstream: new Upstream(server, { version, changed }),
  }));
  const close = async (): Promise<void> => {
    for (const { upstream } of pairs) await upstream.close();
    log.close();
  };
  try {
    await Promise.all(pairs.map(({ upstream }) => upstream.open().catch(() => null)));
    const silent = pairs.filter(({ upstream }) => upstream.definitions.size === 0);
    const seen = new Map<string, PassedTool>();
    const atFirst = passedTools(pairs, seen);
    const offered = atFirst.flatMap((one) => (one.offered === null ? [] : [one.offered]));
    const looking = { ...settings, audit: null, approvals: null, elicitation: false };
    return Object.freeze<ObservedGateway>({
      settings,
      kernel: kernelOf(looking, offered, []),
      log,
      unavailable: silent.map(({ server }) => server.name),
      tools: () => passedTools(pairs, seen),
      onChanged,
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

interface Pair {
  readonly server: ServerSettings;
  readonly upstream: Upstream;
}

/** What the servers define now; what is defined as when it was `seen` last is not made again. */
function passedTools(pairs: readonly Pair[], seen: Map<string, PassedTool>): readonly PassedTool[] {
  return pairs.flatMap((pair) =>
    [...pair.upstream.definitions.values()].map((definition) => {
      const before = seen.get(offeredName(pair.server.name, definition.name));
      if (before?.definition.digest === definition.digest) return before;
      const now = passedTool(pair, definition);
      seen.set(now.name, now);
      return now;
    }),
  );
}

function passedTool({ server, upstream }: Pair, definition: ServerDefinition): PassedTool {
  const name = offeredName(server.name, definition.name);
  const named = settingsOf(server, definition.name);
  const standing =
    named === null ? 'unnamed' : named.digest === definition.digest ? 'pinned' : 'drifted';
  const { digest } = definition;
  try {
    const settings =
      named === null ? unnamedTool(server, definition.name, digest) : { ...named, digest };
    const offered = serverTool(upstream, definition, settings);
    return { name, upstream, definition, standing, offered };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { name, upstream, definition, standing: 'unfit', offered: null };
  }
}
