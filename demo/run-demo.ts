/** Runs the chosen stories one after the other and reports each as soon as it has ended. */
import { differences } from './compare.js';
import { type LoadedMailbox, loadInboxes } from './inbox.js';
import { liveStory } from './live-story.js';
import { brokenReasons } from './mail/broken-message.js';
import type { LiveModels } from './models/live-models.js';
import { closingTable, counted } from './report/closing-table.js';
import { jsonReport } from './report/json-report.js';
import type { Paint } from './report/paint.js';
import { storyText, type ToldStory } from './report/story-text.js';
import { cutTo, printable, WIDTH } from './report/text-lines.js';
import { runStory } from './run-story.js';
import { stories } from './scenarios/stories.js';
import type { Story } from './story.js';

export interface DemoOptions {
  readonly chosen: readonly Story[];
  readonly mailbox: string | undefined;
  readonly json: boolean;
  readonly live: { readonly models: LiveModels; readonly name: string } | null;
}

/** Where the report goes, line by line. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly paint: Paint;
}

/** Runs the demo; true if every story went as claimed. Throws DemoError `mailbox_missing`. */
export async function runDemo(options: DemoOptions, output: Output): Promise<boolean> {
  const { chosen, json, live } = options;
  const { out, err, paint } = output;
  const loaded = await loadInboxes(options.mailbox);
  if (!json) for (const line of opening(options, loaded, paint)) out(line);
  for (const line of brokenLines(loaded)) (json ? err : out)(line);
  if (!json) out('');
  const stage = { inboxes: loaded.inboxes, live: live?.models ?? null };
  const told: ToldStory[] = [];
  for (const scripted of chosen) {
    const story = live === null ? scripted : liveStory(scripted);
    const outcome = await runStory(story, stage);
    const found = differences(story.expect, outcome);
    const one = { number: stories.indexOf(scripted) + 1, story, outcome, differences: found };
    told.push(one);
    if (!json) for (const line of storyText(one, paint)) out(line);
    else for (const line of complaints(one)) err(line);
  }
  if (json) out(jsonReport(told));
  else for (const line of closingTable(told, paint)) out(line);
  return told.every((one) => one.differences.length === 0);
}

function opening(options: DemoOptions, { mailbox }: LoadedMailbox, paint: Paint): string[] {
  const { live, mailbox: path } = options;
  const models = live === null ? 'scripted, no key needed' : `live, ${printable(live.name)}`;
  const where = path === undefined ? 'demo/mailbox' : printable(path);
  const lines = [
    `Mailbox: ${where}, ${counted(mailbox.messages.length, 'message')}. Models: ${models}.`,
    'Mail is really sent, by SMTP to a server on this machine; what arrived there is told here.',
    'Each argument has a label: who wrote it · who chose it · for whom it is · whom it is about.',
  ];
  const title = 'Sluice: injected mail meets a kernel that takes no model at its word.';
  return [paint.bold(title), ...lines.map((line) => cutTo(line, WIDTH))];
}

function complaints({ story, outcome, differences: found }: ToldStory): readonly string[] {
  const mend = outcome.mend === null || found.length === 0 ? [] : [`mend: ${outcome.mend}`];
  return [...found, ...mend].map((what) => printable(`${story.name}: ${what}`));
}

function brokenLines({ mailbox }: LoadedMailbox): readonly string[] {
  return mailbox.broken.map(({ file, reason }) =>
    printable(`left out \`${file}\`: ${brokenReasons[reason]}`),
  );
}
