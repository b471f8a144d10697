/** `npm run demo`: reads the command line, runs stories, and ends with 0 if all went as claimed. */
import { Command, Option } from 'commander';
import { ReasonerError } from '../reasoner/index.js';
import { liveStories } from './live-story.js';
import { DemoError } from './mail/errors.js';
import { liveModels } from './models/live-models.js';
import { makePaint } from './report/paint.js';
import { printable, WIDTH, wrapTo } from './report/text-lines.js';
import type { DemoOptions } from './run-demo.js';
import { chooseStories, UnknownStory } from './scenarios/choose-stories.js';
import { stories } from './scenarios/stories.js';
import type { Story } from './story.js';

interface Flags {
  readonly list?: true;
  readonly mailbox?: string;
  readonly json?: true;
  readonly reasoner: 'scripted' | 'ollama';
  readonly model?: string;
  readonly host?: string;
  readonly color: boolean;
}

const EXAMPLES = `
Examples:
  npm run demo                                  all stories
  npm run demo -- 1 2                           two of them
  npm run demo -- splice merge                  by name, or by the first part of one
  npm run demo -- --mailbox ~/Maildir 2         on your own mail, which stays where it is
  npm run demo -- --reasoner ollama --model qwen3:8b
  npm run -s demo -- --json                     one JSON object

Ends with 0 if every story went as claimed, else with 1.`;

const program = new Command('npm run demo --')
  .usage('[options] [stories...]')
  .description('Shows what injected mail can do to an agent on this kernel, on real mail.')
  .argument('[stories...]', 'numbers or names of stories; all if left out')
  .option('--list', 'list the stories and end')
  .option(
    '--mailbox <path>',
    'a folder of .eml files, an .eml file, a Maildir or an mbox instead of the own',
  )
  .option('--json', 'print one JSON object and nothing else')
  .addOption(
    new Option('--reasoner <kind>', 'scripted models, or a live one for scenarios 1 and 2')
      .choices(['scripted', 'ollama'])
      .default('scripted'),
  )
  .option('--model <name>', 'the live model')
  .option('--host <url>', 'address of the Ollama server (default: http://127.0.0.1:11434)')
  .option('--no-color', 'no colours; there are none anyway where the output is no terminal')
  .addHelpText('after', EXAMPLES)
  .showHelpAfterError('(--help says more)');

/** A wish that cannot be met, in the words of the command line. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

function listStories(): void {
  const width = Math.max(...stories.map(({ name }) => name.length));
  for (const [i, { name, title }] of stories.entries()) {
    const margin = width + 6;
    const [first = '', ...rest] = wrapTo(title, WIDTH - margin);
    print(`${String(i + 1).padStart(2)}  ${name.padEnd(width)}  ${first}`);
    for (const line of rest) print(`${' '.repeat(margin)}${line}`);
  }
}

function optionsOf(words: readonly string[], flags: Flags): DemoOptions {
  const { mailbox, model, host } = flags;
  const json = flags.json === true;
  if (flags.reasoner === 'scripted') {
    if (model !== undefined || host !== undefined) {
      throw new UsageError('--model and --host go with --reasoner ollama');
    }
    return { chosen: chooseStories(words), mailbox, json, live: null };
  }
  if (model === undefined) throw new UsageError('--reasoner ollama needs --model NAME');
  if (host !== undefined && !/^https?:\/\/[^/\s]/.test(host))
    throw new UsageError(`--host takes an address such as http://127.0.0.1:11434, not \`${host}\``);
  const models = liveModels(model, host);
  return { chosen: chooseLive(words), mailbox, json, live: { models, name: model } };
}

function chooseLive(words: readonly string[]): readonly Story[] {
  if (words.length === 0) return liveStories;
  const chosen = chooseStories(words);
  const other = chosen.find((story) => !liveStories.includes(story));
  if (other === undefined) return chosen;
  throw new UsageError(`\`${other.name}\` has no live version: only 1 and 2 have`);
}

/** Says what is wrong and what to do; anything unexpected is shown as it is. */
function explain(error: unknown): void {
  if (error instanceof UnknownStory || error instanceof UsageError) {
    complain(`error: ${printable(error.message)}\nmend: see --list and --help`);
  } else if (error instanceof DemoError || error instanceof ReasonerError) {
    complain(`error: ${error.code}: ${printable(error.message)}\nmend: ${error.mend}`);
  } else {
    complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

async function main(words: readonly string[], flags: Flags): Promise<void> {
  try {
    if (flags.list === true) return listStories();
    const paint = makePaint(flags.color, process.stdout.isTTY === true);
    const options = optionsOf(words, flags);
    // The mail libraries take longest to load: only where a story runs.
    const { runDemo } = await import('./run-demo.js');
    const isAsClaimed = await runDemo(options, { out: print, err: complain, paint });
    process.exitCode = isAsClaimed ? 0 : 1;
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  }
}

// A reader that closes the pipe early, like `head`, ends the demo without an error of its own.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
});

await program.action(main).parseAsync();
