/** `sluice turns list` and `show`: what the log says of turns. Changes nothing. */
import type { Command } from 'commander';
import { visibleLine } from '../answer/visible-text.js';
import { HostError } from '../errors.js';
import { type ReadTurns, readTurns } from '../turns/read-turns.js';
import { usualTurnFolder } from '../turns/turn-log.js';
import type { TurnRecord } from '../turns/turn-record.js';
import type { CommandParts } from './command-parts.js';
import type { Screen } from './screen.js';
import { turnText } from './turn-text.js';

interface TurnsFlags {
  readonly day?: string;
  readonly folder?: string;
  readonly json?: true;
}

const TURNS_HELP = `
The log says what a turn cost and what became of it. Of what was said it holds words of the query,
without what looks like a credential or a path; results and tainted values it does not hold. It is
kept as best it can be: what was decided stands in the audit.

Exit codes: 0, or 1 if the log cannot be read or no turn has the id.

Examples:
  sluice turns list --day 2026-03-04
  sluice turns show 3f2a90c1… --json`;

const MAX_QUERY = 60;

/** Adds the command to the command line. */
export function addTurns(program: Command, { screen, done }: CommandParts): void {
  const turns = program.command('turns').description('look at the log of turns');
  turns
    .command('list')
    .description('list turns, the latest last; a thousand at most')
    .option('--day <DAY>', 'only those that began on this day, such as 2026-03-04 (UTC)')
    .option('--folder <FOLDER>', 'read the log there (default: ~/.local/share/sluice/turns)')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', TURNS_HELP)
    .action(async (flags: TurnsFlags) => done(await listTurns(flags, screen)));
  turns
    .command('show')
    .description('show one turn, step by step')
    .argument('<ID>', 'the whole id of the turn')
    .option('--folder <FOLDER>', 'read the log there (default: ~/.local/share/sluice/turns)')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', TURNS_HELP)
    .action(async (id: string, flags: TurnsFlags) => done(await showTurn(id, flags, screen)));
}

/** @throws HostError as `readTurns` does */
async function listTurns({ day, folder, json }: TurnsFlags, screen: Screen): Promise<number> {
  const filter = day === undefined ? {} : { day };
  const found = readTurns(folder ?? usualTurnFolder(), filter);
  if (json === true) {
    await screen.printJson(found);
    return 0;
  }
  for (const turn of found.turns) if (!(await screen.print(`${tableLine(turn)}\n`))) return 0;
  if (found.turns.length === 0) screen.note('no turn is recorded');
  noteUnread(found, screen);
  return 0;
}

/** @throws HostError as `readTurns` does, and `turn_unknown` */
async function showTurn(id: string, { folder, json }: TurnsFlags, screen: Screen): Promise<number> {
  const found = readTurns(folder ?? usualTurnFolder(), { id });
  const turn = found.turns.at(-1);
  if (turn === undefined) {
    noteUnread(found, screen);
    throw new HostError('turn_unknown', 'no line of the log is of a turn with that id');
  }
  if (json === true) await screen.printJson(turn);
  else await screen.print(`${turnText(turn)}\n`);
  return 0;
}

function noteUnread({ unreadCount, unread }: ReadTurns, screen: Screen): void {
  const [first] = unread;
  if (first === undefined) return;
  const where = `the first is line ${first.line} of ${first.file}`;
  const lines = unreadCount === 1 ? '1 line holds' : `${unreadCount} lines hold`;
  screen.note(`${lines} no turn that can be read; ${where}`);
}

function tableLine({ turn, started, kind, mode, tier, steps, query }: TurnRecord): string {
  const words = query.length > MAX_QUERY ? `${query.slice(0, MAX_QUERY)}…` : query;
  const how = `${mode}/${tier}`.padEnd(13);
  const line = `${started}  ${turn}  ${kind.padEnd(17)}  ${how}  ${steps.length}  ${words}`;
  return visibleLine(line);
}
