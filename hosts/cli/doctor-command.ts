/** `sluice doctor`: what is wrong with the surroundings, and what mends it. Changes nothing. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { visibleLine } from '../answer/visible-text.js';
import { checkManaged, checkPolicy } from '../doctor/check-rules.js';
import { checkRuntime } from '../doctor/check-runtime.js';
import { checkSettings } from '../doctor/check-settings.js';
import { checkApprovals, checkAudit, checkKeys } from '../doctor/check-stores.js';
import { type Checkup, isWell } from '../doctor/checkup.js';
import type { CommandParts } from './command-parts.js';
import { EXIT_UNWELL } from './exit-codes.js';
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
It looks at Node, the packages, the settings of turns with the policy and the catalogue that they
name, the managed rules, and whatever files the options name. It changes nothing and asks no model.
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
    .option('--config <FILE>', 'the settings of turns')
    .option('--audit <FILE>', 'an audit file')
    .option('--approvals <STORE>', 'a list of approvals')
    .option('--policy <FILE>', 'a policy document (YAML)')
    .option('--key <FILE...>', 'private keys')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', DOCTOR_HELP)
    .action(async (flags: DoctorFlags) => {
      const found = checkups(flags);
      const isFaulty = found.some(({ level }) => level === 'fault');
      if (flags.json === true) await screen.printJson({ ok: !isFaulty, found });
      else await screen.print(doctorText(found, screen));
      done(isFaulty ? EXIT_UNWELL : 0);
    });
}

function checkups({ config, audit, approvals, policy, key }: DoctorFlags): readonly Checkup[] {
  const now = Date.now();
  return [
    ...checkRuntime(),
    ...settingsOf(config, now),
    ...(policy === undefined ? [] : checkPolicy(policy, now)),
    ...checkManaged(),
    ...(audit === undefined ? [] : checkAudit(audit)),
    ...(approvals === undefined ? [] : checkApprovals(approvals)),
    ...checkKeys(key ?? []),
  ];
}

function settingsOf(config: string | undefined, now: number): readonly Checkup[] {
  const usual = join(homedir(), '.config', 'sluice', 'sluice.toml');
  if (config === undefined && !existsSync(usual))
    return [isWell('settings', 'none: only `sluice turn` needs them')];
  return checkSettings(config ?? usual, now);
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
