/** `sluice report`: what would have become of observed calls, and a draft of what permits them. */
import type { Command } from 'commander';
import { draftRules } from '../observe/draft-rules.js';
import { observedCalls } from '../observe/read-observed.js';
import { observeReport } from '../observe/report.js';
import { reportText } from '../observe/report-text.js';
import type { CommandParts } from './command-parts.js';
import type { Screen } from './screen.js';

interface ReportFlags {
  readonly draft?: true;
  readonly json?: true;
}

const REPORT_HELP = `
By tool, the calls that would have been allowed, asked about, refused, or not on offer, and why. With
\`--draft\` it prints additions to the settings, or to the policy, that would let them pass: the most
that it proposes where labels refused is a question, and nothing where guard, rules or schemas did.
Read the draft before you use it: whatever led the agent while nothing was enforced is in it.

Exit codes: 0 told, 1 the file could not be read.

Examples:
  sluice report observed.jsonl
  sluice report observed.jsonl --draft > additions.toml`;

/** Adds the command to the command line. */
export function addReport(program: Command, { screen, done }: CommandParts): void {
  program
    .command('report')
    .description('tell what would have become of observed calls')
    .argument('[FILE]', 'the file of `sluice observe`', 'observed.jsonl')
    .option('--draft', 'print additions that would let them pass, to review')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', REPORT_HELP)
    .action(async (file: string, flags: ReportFlags) =>
      done(await reportCommand(file, flags, screen)),
    );
}

async function reportCommand(file: string, flags: ReportFlags, screen: Screen): Promise<number> {
  let unread = 0;
  const calls = observedCalls(file, () => {
    unread += 1;
  });
  const report = observeReport(calls, () => unread);
  const draft = draftRules(report);
  if (flags.json === true) await screen.printJson({ ...report, draft });
  else if (flags.draft === true) await screen.print(draft);
  else {
    await screen.print(reportText(report, file, screen.paint));
    const isHeld = report.tools.some(({ allowed, calls: all }) => allowed < all);
    if (isHeld) screen.note(`draft what would permit them: sluice report ${file} --draft`);
  }
  return 0;
}
