/** One story for a reader: what was tried, the plan, every decision, what arrived, and why. */
import type { ArrivedMail, Decision, Outcome } from '../outcome.js';
import type { Story } from '../story.js';
import { isPlainLabel, labelParts } from './label-text.js';
import type { Paint } from './paint.js';
import { planLines } from './plan-lines.js';
import { cutTo, joinParts, printable, WIDTH, wrapTo } from './text-lines.js';

const INDENT = 4;
/** Where the right-hand side of every line begins. */
const MARGIN = 12;
const BODY = WIDTH - MARGIN;
/** Where the lines below a decision begin, and how wide the name of an argument is. */
const BELOW = '  ';
const POINTER = 10;

/** A story that ran, and where it differs from its claim. */
export interface ToldStory {
  readonly number: number;
  readonly story: Story;
  readonly outcome: Outcome;
  readonly differences: readonly string[];
}

/** Gives the lines of one story. */
export function storyText(told: ToldStory, paint: Paint): readonly string[] {
  const { story, outcome, differences } = told;
  return [
    heading(told, paint),
    ...wrapTo(story.title, WIDTH - INDENT).map((line) => `${' '.repeat(INDENT)}${line}`),
    '',
    ...part('query', wrapTo(story.query, BODY), paint),
    ...part('plan', planPart(outcome), paint),
    ...outcome.innerPlans.flatMap((steps) => part('within', cutAll(planLines(steps)), paint)),
    ...part('gate', gatePart(outcome.decisions, paint), paint),
    ...part('arrived', arrivedPart(told, paint), paint),
    ...part('end', endPart(told, paint), paint),
    ...(differences.length > 0 ? [] : part('why', wrapTo(story.why, BODY), paint)),
    '',
  ];
}

function heading({ number, story }: ToldStory, paint: Paint): string {
  const name = `${String(number).padStart(2)}  ${story.name} `;
  return `${paint.bold(name)}${paint.dim('─'.repeat(WIDTH - name.length))}`;
}

function part(name: string, lines: readonly string[], paint: Paint): readonly string[] {
  const label = paint.dim(`${' '.repeat(INDENT)}${name}`.padEnd(MARGIN));
  return lines.map((line, i) => `${i === 0 ? label : ' '.repeat(MARGIN)}${line}`);
}

function cutAll(lines: readonly string[]): readonly string[] {
  return lines.map((line) => cutTo(line, BODY));
}

function planPart({ plan }: Outcome): readonly string[] {
  return plan.length === 0 ? ['none that passed verification'] : cutAll(planLines(plan));
}

function gatePart(decisions: readonly Decision[], paint: Paint): readonly string[] {
  if (decisions.length === 0) return [paint.dim('was asked for nothing')];
  return decisions.flatMap((decision) => [
    decisionLine(decision, paint),
    ...belowLines(decision, paint),
  ]);
}

function decisionLine(decision: Decision, paint: Paint): string {
  const { tool, stage, code, reason } = decision;
  const of = `${tool.padEnd(14)} ${stage}`;
  if (code === null) return `${paint.green('allow')}  ${of}: ${paint.dim(reason)}`;
  return `${paint.bold(paint.red('deny'))}   ${of}: ${paint.bold(paint.red(code))}`;
}

/** The reason of a denial, the label of every argument, and what was released. */
function belowLines({ code, reason, labels, releases }: Decision, paint: Paint): readonly string[] {
  // The labels that a reason ends with stand below it anyway.
  const short = printable(reason.replace(/ \(written by .*\)$/, ''));
  const lines = code === null ? [] : wrapTo(short, BODY - BELOW.length).map(paint.red);
  const firstWith = new Map<string, string>();
  for (const [pointer, label] of Object.entries(labels)) {
    // That the root planner decides on its steps is so everywhere and no news.
    if (pointer === 'decision' && isPlainLabel(label)) continue;
    const name = printable(pointer);
    const parts = labelParts(label).map(printable);
    const twin = firstWith.get(parts.join());
    firstWith.set(parts.join(), twin ?? name);
    const texts =
      twin === undefined ? joinParts(parts, BODY - BELOW.length - POINTER) : [`as ${twin}`];
    const colour = isPlainLabel(label) ? paint.cyan : paint.yellow;
    lines.push(
      ...texts.map((text, i) => `${colour((i === 0 ? name : '').padEnd(POINTER))}${text}`),
    );
  }
  for (const { argument, rule } of releases) {
    lines.push(paint.magenta(printable(`${argument} is released by the rule ${rule}`)));
  }
  return lines.map((line) => `${BELOW}${line}`);
}

function arrivedPart({ outcome, story }: ToldStory, paint: Paint): readonly string[] {
  const { delivered, requested } = outcome;
  const lines = delivered.flatMap((mail, i) => [
    paint.bold(cutTo(printable(`mail to ${mail.to}: "${mail.subject}"`), BODY)),
    ...wordsOf(mail, story.expect.delivered[i]?.holds),
  ]);
  for (const url of requested) lines.push(cutTo(printable(`web request for ${url}`), BODY));
  return lines.length === 0 ? [paint.dim('no mail, no web request')] : lines;
}

/** The line of a mail that holds the words a story is about. */
function wordsOf({ text }: ArrivedMail, words: string | undefined): readonly string[] {
  if (words === undefined) return [];
  const line = text.split('\n').find((each) => each.includes(words));
  return line === undefined ? [] : [cutTo(printable(`  its text holds: ${line}`), BODY)];
}

function endPart({ outcome, differences }: ToldStory, paint: Paint): readonly string[] {
  const { status, code, mend, digest, audit } = outcome;
  const end = code === null ? status : `${status} (${code})`;
  const isAsClaimed = differences.length === 0;
  const claim = isAsClaimed ? paint.green('as claimed') : paint.bold(paint.red('NOT AS CLAIMED'));
  const chain = audit.intact ? 'chain verified' : 'CHAIN BROKEN';
  const plan = digest === null ? '' : `plan ${digest.slice(0, 12)} · `;
  return [
    `${end}, ${claim}`,
    ...differences.flatMap((what) => wrapTo(printable(`- ${what}`), BODY)).map(paint.red),
    ...(mend === null || isAsClaimed ? [] : wrapTo(`mend: ${mend}`, BODY)),
    paint.dim(`${plan}audit: ${audit.records} records, ${chain}, head ${audit.head.slice(0, 12)}`),
  ];
}
