/** `sluice policy`: read, compare and mend a policy before anything runs (behaviour G-23, G-57). */
import type { Command } from 'commander';
import { policyTemplates } from '../../schemas/index.js';
import { templateText } from '../policy/template-text.js';
import type { CommandParts } from './command-parts.js';
import { addPolicyDiff } from './policy-diff.js';
import { addPolicyExplain } from './policy-explain.js';
import { addPolicyLint } from './policy-lint.js';
import { addPolicyList } from './policy-list.js';
import { addPolicyRemember } from './policy-remember.js';
import { usage } from './probe-input.js';

/** Adds the commands to the command line. */
export function addPolicy(program: Command, parts: CommandParts): void {
  const policy = program.command('policy').description('read, compare and mend a policy');
  addPolicyList(policy, parts);
  addPolicyExplain(policy, parts);
  addPolicyLint(policy, parts);
  addPolicyDiff(policy, parts);
  addPolicyRemember(policy, parts);
  policy
    .command('template')
    .description('print a policy document to begin with')
    .argument('<NAME>', policyTemplates.join(', '))
    .addHelpText('after', '\nExample:\n  sluice policy template balanced > policy.yaml')
    .action(async (name: string) => {
      const template = policyTemplates.find((known) => known === name);
      if (template === undefined) throw usage(`the templates are ${policyTemplates.join(', ')}`);
      await parts.screen.print(templateText(template));
      parts.done(0);
    });
}
