/** `sluice policy list`: the whole policy in force as sentences (behaviour G-23, G-57). */
import type { Command } from 'commander';
import type { GuardrailDocument } from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';
import {
  allRules,
  type PolicySentence,
  policySections,
  policySentences,
} from '../policy/policy-sentences.js';
import type { CommandParts } from './command-parts.js';
import { rulesInForce } from './policy-place.js';
import { instantOf } from './probe-input.js';
import type { Screen } from './screen.js';

interface ListFlags {
  readonly store?: string;
  readonly now?: string;
  readonly json?: true;
}

const LIST_HELP = `
The order is that of the scopes: space, agent, workspace, then what the mode and the defaults say.
Below them stands what clamps the answer. The managed file that SLUICE_MANAGED_POLICY names is in
force here too. An expired rule is shown as such.

Exit codes: 0, or 1 if the policy could not be read.

Examples:
  sluice policy list
  sluice policy list policy.yaml --store rules.db`;

/** Adds the command to the command line. */
export function addPolicyList(policy: Command, { screen, done }: CommandParts): void {
  policy
    .command('list')
    .description('print the whole policy in force, a sentence a rule')
    .argument('[FILE]', 'the policy document (YAML). Default: the built-in rules')
    .option('--store <FILE>', 'add the remembered rules of this store')
    .option('--now <DATE>', 'at this instant. Default: now')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', LIST_HELP)
    .action(async (file: string | undefined, flags: ListFlags) => {
      const now = instantOf(flags.now);
      const { document } = rulesInForce({ policy: file, store: flags.store });
      const ended = expiredRules(document, now);
      const sentences = policySentences({
        ...document,
        rules: document.rules.filter(
          ({ id, provenance }) => provenance !== 'remembered' || !ended.has(id),
        ),
      });
      if (flags.json === true) {
        const expired = sentences.flatMap(({ id }) => (id !== null && ended.has(id) ? [id] : []));
        await screen.printJson({ sentences, expired });
      } else await screen.print(listText(sentences, ended, screen));
      done(0);
    });
}

function expiredRules(document: GuardrailDocument, now: number): ReadonlySet<string> {
  const ended = allRules(document).filter(
    ({ expiresAt }) => expiresAt !== undefined && now >= expiresAt,
  );
  return new Set(ended.map(({ id }) => id));
}

function listText(
  sentences: readonly PolicySentence[],
  ended: ReadonlySet<string>,
  { paint }: Screen,
): string {
  const lines = policySections.flatMap((section) => {
    const own = sentences.filter((one) => one.section === section);
    if (own.length === 0) return [];
    const told = own.map(({ id, sentence }) => {
      const mark = id !== null && ended.has(id) ? 'expired: ' : '';
      const name = id === null ? '' : paint.dim(` [${visibleText(id)}]`);
      return `  ${mark}${visibleText(sentence)}${name}`;
    });
    return [paint.bold(section), ...told];
  });
  return `${lines.join('\n')}\n`;
}
