/** `sluice policy diff`: what another policy says, and which answers it changes. */
import type { Command } from 'commander';
import { visibleText } from '../answer/visible-text.js';
import { diffPolicies, type PolicyDiff } from '../policy/diff-policies.js';
import type { CommandParts } from './command-parts.js';
import { writtenDocument } from './policy-place.js';
import { instantOf, usage } from './probe-input.js';
import type { Screen } from './screen.js';

interface DiffFlags {
  readonly limit: string;
  readonly now?: string;
  readonly json?: true;
}

const DIFF_HELP = `
The questions are made of what both documents name: each rule's own case, each of its values, one
beside them, and silence, in each scope that is named. Other questions may be answered differently
too. The files are compared alone, without the managed file and remembered rules.

Exit codes: 0 no answer differs, 2 some do, 1 a file could not be read.

Examples:
  sluice policy diff policy.yaml policy.new.yaml
  sluice policy diff policy.yaml policy.new.yaml --limit 5 --json`;

/** Adds the command to the command line. */
export function addPolicyDiff(policy: Command, { screen, done }: CommandParts): void {
  policy
    .command('diff')
    .description('say which answers change from one policy to another')
    .argument('<BEFORE>', 'the policy document (YAML)')
    .argument('<AFTER>', 'the other one')
    .option('--limit <NUMBER>', 'print at most so many answers', '40')
    .option('--now <DATE>', 'at this instant. Default: now')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', DIFF_HELP)
    .action(async (before: string, after: string, flags: DiffFlags) => {
      if (!/^\d{1,6}$/u.test(flags.limit)) throw usage('`--limit` takes a whole number');
      const bounds = { now: instantOf(flags.now), limit: Number(flags.limit) };
      const diff = diffPolicies(writtenDocument(before), writtenDocument(after), bounds);
      if (flags.json === true) await screen.printJson(diff);
      else await screen.print(diffText(diff, screen));
      done(diff.answerCount === 0 ? 0 : 2);
    });
}

function diffText(diff: PolicyDiff, { paint }: Screen): string {
  const { added, removed, changed, answers, answerCount, questionCount, isPartial } = diff;
  const named = (id: string | null): string => (id === null ? '' : ` [${id}]`);
  const lines = [
    ...removed.map(({ id, sentence }) => `- ${sentence}${named(id)}`),
    ...added.map(({ id, sentence }) => `+ ${sentence}${named(id)}`),
    ...changed.flatMap(({ before, after }) => [
      `- ${before.sentence}${named(before.id)}`,
      `+ ${after.sentence}${named(after.id)}`,
    ]),
    ...answers.map(
      ({ question, before, after, change, beforeBy, afterBy }) =>
        `${change}: ${question}: ${before}${byText(beforeBy)} becomes ${after}${byText(afterBy)}`,
    ),
  ].map(visibleText);
  const rest = answerCount - answers.length;
  if (rest > 0) lines.push(paint.dim(`and ${rest} more`));
  const some = isPartial ? `the first ${questionCount}` : `${questionCount}`;
  lines.push(paint.bold(`${answerCount} of ${some} answers differ`));
  return `${lines.join('\n')}\n`;
}

function byText(rules: readonly string[]): string {
  return rules.length === 0 ? '' : ` (${rules.join(', ')})`;
}
