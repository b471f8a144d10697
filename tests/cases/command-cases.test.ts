// Reported cases on commands that the rules decide. Inert text: nothing here is run.
import { expect } from 'vitest';
import { decides } from './decides.js';
import {
  askedAbout,
  listed,
  never,
  noMain,
  onWorkspace,
  rule,
  together,
  within,
} from './rule-setups.js';
import { decidesAll, ruledCall, shell } from './ruled-call.js';

const workspaceDeletes = together(
  listed('rm', 'find', 'mktemp', 'cp'),
  within('fileDelete', 'prompt', { paths: ['/workspace/**'] }),
);

decidesAll({
  'shell-02': shell('cd sub && python3 job.py', listed('cd'), 'cd sub'),
  'shell-08': shell('echo data > >(tee dropped.sh)', listed('echo'), 'echo data'),
  'shell-12': shell('find . -ex\\ec sh -c id \\;', listed('find'), 'find . -name x'),
  'shell-13': shell('./cat README.md', listed('cat'), 'cat README.md'),
  'shell-16': shell('printf "%s\\n" "$DIRS" | xargs rm -rf', listed('printf', 'xargs')),
  'shell-17': {
    ...shell('echo "alias ls=x" | tee ~/.bashrc', listed('echo', 'tee')),
    config: { conversationMode: 'plan' },
  },
  'shell-45': shell(
    'git status -sb && git diff | head -20',
    listed('git status', 'git diff', 'head'),
  ),
  'shell-46': shell('find . -name "*.ts" -exec head -3 {} \\;', listed('find', 'head')),
  'path-28': shell(
    'grep -n KEY .env',
    together(listed('grep'), never('**/.env')),
    'grep -n KEY a.txt',
  ),
  'policy_engine-01': shell('echo "abc (unterminated quote)', listed('echo'), 'echo "abc"'),
  'policy_engine-06': shell('git logout-all', listed('git log'), 'git log'),
  'policy_engine-07': shell('kill -9 1', askedAbout('kill'), 'ps -9 1'),
  'policy_engine-08': shell('  A=1 npm publish', askedAbout('npm'), 'A=1 node x.js'),
  'policy_engine-11': shell('git branch -D feat/x', listed('git branch'), 'git branch -vv'),
  'policy_engine-12': shell('git log --oneline -5', listed('git log')),
  'over_block-02': shell(
    'git add -A && git commit -m "undo with git clean -fdx"',
    listed('git add', 'git commit'),
  ),
  'over_block-04': shell('grep -rn "rm -rf /" docs/', onWorkspace('grep')),
  'over_block-09': shell('rm -f "/workspace/.state/run.json"', workspaceDeletes),
  'over_block-10': shell('W=$(mktemp -d); cp a "$W"; rm -rf "$W"', workspaceDeletes, 'rm a'),
  'over_block-11': shell('find ~/.cache/app -mmin +120 -type f -delete', workspaceDeletes),
  'over_block-15': shell(
    "git commit -F - <<'M'\nfix: don't push to main\nM",
    together(listed('git commit'), noMain),
  ),
  'over_block-16': shell(
    'gh issue create --body "$(cat <<\'E\'\n> quoted reply\nE\n)"',
    together(listed('gh issue create', 'cat'), {
      rules: [rule({ class: 'vendorSyncWrite', decision: 'allow' })],
    }),
  ),
  'over_block-21': shell('cat ~+/notes.txt', onWorkspace('cat')),
  'over_block-24': shell('cat configs/foo.sshd_config', onWorkspace('cat')),
});

decides('approval-27', async () => {
  const given = shell('grep -n foo src/a.ts', onWorkspace('grep'));
  expect((await ruledCall({ ...given, args: { command: 'grep -n foo /var/a.ts' } })).code).toBe(
    'approval_unavailable',
  );
  return (await ruledCall(given, 200)).code;
});
