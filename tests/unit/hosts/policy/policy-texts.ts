/** Policy texts and rules that the tests of hosts/policy share. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '../../../../hosts/errors.js';
import { scratchFolder } from '../stores/scratch.js';

export const goodPolicy = `version: 1
template: balanced
rules:
  - id: no-push
    scope: workspace
    class: gitPush
    decision: deny
    constraint: { refs: [main, 'release/*'] }
  - id: ask-publish
    scope: space:docs
    command: npm publish
    decision: prompt
    because: nobody publishes alone
managed:
  - id: no-secrets
    class: secretAccess
    decision: deny
never:
  paths: ['/srv/vault/**']
autonomy:
  default: actWithApproval
  spaces: { docs: proposeOnly }
pinned: [ask_user]
budgets:
  mail.send: { run: { count: 3 } }
grant: [mail.read, mail.send]
declassify:
  - id: to-me
    tool: send_email
    argument: /body
    when: { recipientsWithin: { fact: me } }
    then: release
`;

/** Writes a file into a folder of its own and returns its path. */
export function policyFile(text: string | Uint8Array, name = 'policy.yaml'): string {
  const path = join(scratchFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** The HostError that a body throws. */
export function hostError(body: () => unknown): HostError {
  try {
    body();
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
