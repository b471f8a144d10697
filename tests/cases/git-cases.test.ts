// Reported cases on git that the rules decide. Inert text: nothing here is run.
import { expect } from 'vitest';
import { decides } from './decides.js';
import { listed, noMain } from './rule-setups.js';
import { decidesAll, type RuledCall, ruledCall, shell } from './ruled-call.js';

/** A push by a tool that names the branch, under the same rule. */
const push = (branch: string): RuledCall => ({
  tool: 'git_push',
  args: { branch },
  classes: ['gitPush'],
  rules: noMain,
});

decidesAll({
  'git-01': shell('git push origin HEAD:refs/heads/main', noMain),
  'git-04': shell('git push --mirror origin', noMain),
  'git-10': shell('git -c core.sshCommand="sh -c id" fetch', listed('git fetch'), 'git fetch'),
  'git-13': shell('git grep -i -O/usr/bin/id pattern', listed('git grep'), 'git grep -i pattern'),
  'git-15': shell(
    'git clone --upload-pack="touch x" ./repo d',
    listed('git clone'),
    'git clone ./repo d',
  ),
  'git-16': shell('GIT_SSH_COMMAND="sh -c id" git fetch', listed('git fetch'), 'git fetch'),
  'git-17': {
    tool: 'git_show',
    args: { revision: '--output=/etc/x' },
    names: { revision: 'ref' },
    control: { revision: 'main' },
  },
  'git-18': {
    tool: 'git_checkout',
    args: { branch: 'x;touch p' },
    classes: ['workspaceMutation'],
    control: { branch: 'x' },
  },
  'git-19': shell('git -C ../other push origin HEAD:main', noMain),
  'git-23': shell('git -C sub log --oneline -5', listed('git log')),
});

decides('git-14', async () => {
  const rules = listed('git config', 'git');
  const second = await ruledCall(shell('git zz', rules, 'git status'));
  expect(second.code).toBe('approval_unavailable');
  return (await ruledCall(shell('git config alias.zz "!id"', rules, 'git config user.name x')))
    .code;
});

decides('git-21', async () => {
  expect((await ruledCall(push('omnibus/v1'))).code).toBeNull();
  expect((await ruledCall(push('refs/heads/main'))).code).toBe('rules_denied');
  return (await ruledCall(shell('git push -u origin omnibus/v1', noMain))).code;
});
