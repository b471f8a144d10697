/** A policy document to begin with, as text to edit (behaviour G-57, G-58). Pure. */
import { ruleSentence, templateRules } from '../../kernel/index.js';
import type { PolicyTemplate } from '../../schemas/index.js';

/** The YAML of a document that uses a template; what the template says stands in its comments. */
export function templateText(template: PolicyTemplate): string {
  const sentences = templateRules(template).map((rule) => `#   ${ruleSentence(rule)}`);
  return `version: 1

# The template says:
${sentences.join('\n')}
# Where it is silent, the defaults hold: \`sluice policy list\` prints them.
template: ${template}

# Your rules stand beside it; of one scope, the one with a constraint wins, then the strictest.
#   - id: own-branches
#     scope: workspace
#     class: gitPush
#     decision: allow
#     constraint:
#       refs: ['feature/**']
rules: []

# What no call may touch, whatever it does there.
never:
  paths: ['~/.ssh/**']

autonomy:
  default: actWithApproval

# Capabilities of a run.
grant: []
`;
}
