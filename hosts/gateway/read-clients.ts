/** Whose calls a gateway's are: of the one principal of a file, or of each client that it names. */
import { dirname, resolve } from 'node:path';
import { absolute, malformed } from '../settings/settings-text.js';
import type { ClientText, GatewayText } from './gateway-schema.js';
import type { GatewaySettings } from './gateway-settings.js';

/** What differs from one client of a file to another. */
export type Whose = Pick<GatewaySettings, 'client' | 'principal' | 'grant' | 'audit' | 'approvals'>;

/**
 * One for the principal, or one for each client.
 * @throws HostError `settings_malformed` where two of them would share a token or a store
 */
export function whoseOf(given: GatewayText, path: string): readonly Whose[] {
  const { principal, clients = {}, gateway } = given;
  const base = dirname(resolve(path));
  const stores = ({ audit, approvals }: Pick<ClientText, 'audit' | 'approvals'>) => ({
    audit: audit === undefined ? null : absolute(audit, base),
    approvals: approvals === undefined ? null : absolute(approvals, base),
  });
  const common = given.grant?.capabilities ?? [];
  if (principal !== undefined)
    return [{ client: null, principal: principal.id, grant: granted(common), ...stores(gateway) }];
  const each = Object.entries(clients).map(([name, one]) => ({
    client: Object.freeze({ name, tokenDigest: one.token_sha256 }),
    principal: one.principal,
    grant: granted(one.grant?.capabilities ?? common),
    ...stores(one),
  }));
  const problems = [...misplaced(given), ...shared(each)];
  if (problems.length > 0) throw malformed(path, problems);
  return each;
}

function granted(capabilities: readonly string[]): readonly string[] {
  return Object.freeze([...new Set(capabilities)].sort());
}

/** What a file with clients says in the wrong place. */
function misplaced({ policy, clients = {}, gateway }: GatewayText): string[] {
  const problems = (['audit', 'approvals'] as const)
    .filter((key) => gateway[key] !== undefined)
    .map((key) => `with \`[clients]\` each of them names an \`${key}\` of its own`);
  const granting = Object.entries(clients).filter(([, { grant }]) => grant !== undefined);
  if (policy === undefined) return problems;
  return [
    ...problems,
    ...granting.map(([name]) => `a \`policy\` has a grant: leave out \`clients.${name}.grant\``),
  ];
}

/** Clients that could not be told apart, or would read each other's stores. */
function shared(each: readonly Whose[]): string[] {
  const kinds = [
    ['token_sha256', each.map(({ client }) => client?.tokenDigest ?? null)],
    ['audit', each.map(({ audit }) => audit)],
    ['approvals', each.map(({ approvals }) => approvals)],
  ] as const;
  return kinds.flatMap(([key, all]) => {
    const named = all.filter((one) => one !== null);
    return new Set(named).size === named.length ? [] : [`two clients have the same \`${key}\``];
  });
}
