/** The settings of the gateway, and what they name: servers, who is asked, where it is recorded. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GatewaySettings, ServerSettings } from '../gateway/gateway-settings.js';
import { checkPolicy } from './check-rules.js';
import { checkApprovals, checkAudit } from './check-stores.js';
import { type Checkup, faulty, isWell, warns } from './checkup.js';

/** Looks at settings of the gateway and at all that they name; starts no server. */
export function checkGateway(settings: GatewaySettings, now: number): readonly Checkup[] {
  const { path, servers, audit, approvals, policy } = settings;
  const tools = servers.reduce((sum, one) => sum + Object.keys(one.tools).length, 0);
  return [
    isWell('gateway', `\`${path}\` is read: ${servers.length} servers, ${tools} tools`),
    ...servers.flatMap(checkServer),
    ...(isMute(settings) ? [nobody()] : []),
    ...(policy === null ? [] : checkPolicy(policy, now)),
    ...(audit === null ? [unrecorded()] : checkAudit(audit)),
    ...(approvals === null ? [] : checkApprovals(approvals)),
  ];
}

function checkServer({ name, reach, tools }: ServerSettings): readonly Checkup[] {
  const empty =
    Object.keys(tools).length > 0
      ? []
      : [warns('gateway', `server \`${name}\` has no tools`, 'name them: `sluice gateway init`')];
  if ('url' in reach) return [...empty, ...unset(name, reach.tokenEnv)];
  // What is found by PATH depends on where it is started from.
  const program = reach.command.includes('/') ? resolve(reach.cwd, reach.command) : null;
  if (program === null || existsSync(program)) return empty;
  const mend = 'install the server there, or name another `command`';
  return [...empty, faulty('gateway', `server \`${name}\`: there is no \`${program}\``, mend)];
}

function unset(name: string, variable: string | null): readonly Checkup[] {
  if (variable === null || process.env[variable] !== undefined) return [];
  const message = `server \`${name}\`: \`${variable}\`, which holds its token, is not set here`;
  return [warns('gateway', message, 'set it where the gateway is started')];
}

/** Whether calls are to be asked about and nobody is there to be asked. */
function isMute({ servers, elicitation, approvals }: GatewaySettings): boolean {
  const asks = servers.flatMap((one) => Object.values(one.tools)).map((one) => one.untrusted);
  return !elicitation && approvals === null && asks.includes('ask');
}

function nobody(): Checkup {
  const message = 'with `untrusted = "ask"` nobody is there to ask: such calls are refused';
  return warns('gateway', message, 'name `approvals`, or say `elicitation = true`');
}

function unrecorded(): Checkup {
  const message = 'no record of calls is kept';
  return warns('gateway', message, 'name a file with `audit`');
}
