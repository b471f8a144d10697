/** The last screen: every story in one line, and what came of all of them together. */
import type { Outcome } from '../outcome.js';
import type { Paint } from './paint.js';
import type { ToldStory } from './story-text.js';
import { cutTo, printable, WIDTH } from './text-lines.js';

const NAME = 21;
const END = 29;
const ARRIVED = 36;

/** Gives the lines of the table and its sum. */
export function closingTable(told: readonly ToldStory[], paint: Paint): readonly string[] {
  return [
    paint.bold(row(['#', 'story', 'end', 'what arrived', 'as claimed'])),
    paint.dim('─'.repeat(WIDTH)),
    ...told.map(({ number, story, outcome, differences }) => {
      const claim = differences.length === 0 ? paint.green('yes') : paint.bold(paint.red('NO'));
      return row([String(number), story.name, endOf(outcome), arrivedOf(outcome), claim]);
    }),
    '',
    ...sumOf(told, paint),
  ];
}

function row(cells: readonly [string, string, string, string, string]): string {
  const [number, name, end, arrived, claim] = cells;
  const middle = [cell(name, NAME), cell(end, END), cell(arrived, ARRIVED)].join('');
  return `${number.padStart(2)}  ${middle}${claim}`;
}

function cell(text: string, width: number): string {
  return cutTo(text, width - 1).padEnd(width);
}

function endOf({ status, code }: Outcome): string {
  return code === null ? status : `${status}: ${code}`;
}

function arrivedOf({ delivered, requested }: Outcome): string {
  const to = recipientsOf([{ delivered }]).join(' and ');
  const mails = delivered.length === 0 ? [] : [`${counted(delivered.length, 'mail')} to ${to}`];
  const pages = requested.length === 0 ? [] : [counted(requested.length, 'page')];
  return [...mails, ...pages].join(', ') || '-';
}

function recipientsOf(outcomes: readonly Pick<Outcome, 'delivered'>[]): readonly string[] {
  const all = outcomes.flatMap(({ delivered }) => delivered.map(({ to }) => printable(to)));
  return [...new Set(all)];
}

/** A number and what it counts: `1 mail`, `2 mails`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function sumOf(told: readonly ToldStory[], paint: Paint): readonly string[] {
  const good = told.filter(({ differences }) => differences.length === 0).length;
  const outcomes = told.map(({ outcome }) => outcome);
  const mails = outcomes.reduce((sum, { delivered }) => sum + delivered.length, 0);
  const blocked = outcomes.filter(({ status }) => status === 'blocked').length;
  const to = recipientsOf(outcomes).join(' and ');
  const colour = good === told.length ? paint.green : paint.red;
  const count = counted(told.length, 'story', 'stories');
  return [
    paint.bold(colour(`${good} of ${count} went as claimed.`)),
    `${counted(mails, 'mail')} arrived${mails === 0 ? '' : `, all at ${to}`}; ` +
      `${counted(blocked, 'run')} blocked by the Gate.`,
  ];
}
