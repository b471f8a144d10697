/** `sluice doctor`: what is wrong with the surroundings, and what mends it. Changes nothing. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { visibleLine } from '../answer/visible-text.js';
import { checkGateway } from '../doctor/check-gateway.js';
import { checkManaged, checkPolicy } from '../doctor/check-rules.js';
import { checkRuntime } from '../doctor/check-runtime.js';
import { checkSettings } from '../doctor/check-settings.js';
import { checkApprovals, checkAudit, checkKeys } from '../doctor/check-stores.js';
import { type Checkup, isWell, looked } from '../doctor/checkup.js';
import { HostError } from '../errors.js';
import { readSettingsText, topLevelKeys } from '../settings/settings-text.js';
import type { CommandParts } from './command-parts.js';
import { EXIT_UNWELL } from './exit-codes.js';
import { importMcp } from './import-mcp.js';
import type { Screen } from './screen.js';

interface DoctorFlags {
  readonly config?: string;
  readonly audit?: string;
  readonly approvals?: string;
  readonly policy?: string;
  readonly key?: readonly string[];
  readonly json?: true;
}

const DOCTOR_HELP = `
It looks at Node, the packages, the settings of turns and of the gateway with the policy, the
catalogue, the servers and the stores that they name (no server is started), the managed rules, and whatever files the options name. It changes nothing and asks no model.
Of an audit file it takes the lock for a moment, where nobody has it.

Without \`--config\` it looks at ~/.config/sluice/sluice.toml, if it is there.

Exit codes: 0 no fault, though there may be warnings; 2 a fault; 1 it could not look.

Examples:
  sluice doctor
  sluice doctor --config sluice.toml --audit audit.jsonl --approvals approvals.db --key audit.key`;

/** Adds the command to the command line. */
export function addDoctor(program: Command, { screen, done }: CommandParts): void {
  program
    .command('doctor')
    .description('look whether everything around is as it should be, and say what mends it')
    .option('--config <FILE>', 'the settings of turns, of the gateway, or of both')
    .option('--audit <FILE>', 'an audit file')
    .option('--approvals <STORE>', 'a list of approvals')
    .option('--policy <FILE>', 'a policy document (YAML)')
    .option('--key <FILE...>', 'private keys')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', DOCTOR_HELP)
    .action(async (flags: DoctorFlags) => {
      const found = await checkups(flags);
      const isFaulty = found.some(({ level }) => level === 'fault');
      if (flags.json === true) await screen.printJson({ ok: !isFaulty, found });
      else await screen.print(doctorText(found, screen));
      done(isFaulty ? EXIT_UNWELL : 0);
    });
}

async function checkups(flags: DoctorFlags): Promise<readonly Checkup[]> {
  const { config, audit, approvals, policy, key } = flags;
  const now = Date.now();
  return [
    ...checkRuntime(),
    ...(await settingsOf(config, now)),
    ...(policy === undefined ? [] : checkPolicy(policy, now)),
    ...checkManaged(),
    ...(audit === undefined ? [] : checkAudit(audit)),
    ...(approvals === undefined ? [] : checkApprovals(approvals)),
    ...checkKeys(key ?? []),
  ];
}

async function settingsOf(config: string | undefined, now: number): Promise<readonly Checkup[]> {
  const usual = join(homedir(), '.config', 'sluice', 'sluice.toml');
  if (config === undefined && !existsSync(usual))
    return [isWell('settings', 'none: only `sluice turn` and `sluice gateway` need them')];
  const path = config ?? usual;
  const isOf = uses(path);
  return [
    ...(isOf.turns ? checkSettings(path, now) : []),
    ...(isOf.gateway ? await gatewayOf(path, now) : []),
  ];
}

/** Whose settings a file holds; one that cannot be read is looked at as the settings of turns. */
function uses(path: string): { readonly turns: boolean; readonly gateway: boolean } {
  try {
    const keys = topLevelKeys(readSettingsText(path), path);
    const gateway = keys.includes('servers') || keys.includes('gateway');
    return { turns: keys.includes('runtime') || !gateway, gateway };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { turns: true, gateway: false };
  }
}

async function gatewayOf(path: string, now: number): Promise<readonly Checkup[]> {
  let read: Awaited<ReturnType<typeof importMcp>>['readGateway'];
  try {
    read = (await importMcp()).readGateway;
  } catch (error) {
    return looked('gateway', () => {
      throw error;
    });
  }
  return looked('gateway', () => checkGateway(read(path), now));
}

function doctorText(found: readonly Checkup[], { paint }: Screen): string {
  const paints = { ok: paint.green, warn: paint.yellow, fault: paint.red };
  const lines = found.map(({ what, level, message, mend }) => {
    const said = visibleLine(`${what.padEnd(9)}  ${message}`);
    const how = mend === null ? '' : `; mend: ${visibleLine(mend)}`;
    return `${paints[level](level.padEnd(5))}  ${said}${how}`;
  });
  return `${lines.join('\n')}\n`;
}
