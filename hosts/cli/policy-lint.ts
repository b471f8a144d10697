/** `sluice policy lint`: rules that do nothing, or not what they seem to do. */
import type { Command } from 'commander';
import { compileGuardrails } from '../../kernel/index.js';
import { visibleText } from '../answer/visible-text.js';
import type { Finding } from '../policy/lint-finding.js';
import { lintPolicy } from '../policy/lint-policy.js';
import type { CommandParts } from './command-parts.js';
import { writtenDocument } from './policy-place.js';
import { instantOf } from './probe-input.js';
import type { Screen } from './screen.js';

interface LintFlags {
  readonly now?: string;
  readonly json?: true;
}

const LINT_HELP = `
It looks at the file alone, without the managed file and remembered rules. It finds rules that are
idle by their text; not every idle rule is.

Exit codes: 0 nothing but notes, 2 errors or warnings, 1 the file could not be read.

Examples:
  sluice policy lint policy.yaml
  sluice policy lint policy.yaml --json`;

/** Adds the command to the command line. */
export function addPolicyLint(policy: Command, { screen, done }: CommandParts): void {
  policy
    .command('lint')
    .description('find rules that do nothing, or not what they seem to do')
    .argument('<FILE>', 'the policy document (YAML)')
    .option('--now <DATE>', 'at this instant. Default: now')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', LINT_HELP)
    .action(async (file: string, flags: LintFlags) => {
      const document = writtenDocument(file);
      const findings = lintPolicy(document, instantOf(flags.now));
      const bad = findings.filter(({ level }) => level !== 'note');
      // What does not compile for another reason is no finding: it cannot be used at all.
      if (!bad.some(({ level }) => level === 'error')) compileGuardrails(document);
      if (flags.json === true) await screen.printJson({ findings });
      else await screen.print(lintText(findings, screen));
      done(bad.length === 0 ? 0 : 2);
    });
}

function lintText(findings: readonly Finding[], { paint }: Screen): string {
  if (findings.length === 0) return 'nothing found\n';
  const paints = { error: paint.red, warning: paint.yellow, note: paint.dim };
  const lines = findings.map(({ rule, kind, level, message }) => {
    const text = visibleText(`\`${rule}\`: ${message}`);
    return `${paints[level](level)} ${kind} ${text}`;
  });
  return `${lines.join('\n')}\n`;
}
