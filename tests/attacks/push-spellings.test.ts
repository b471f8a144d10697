// A push to `main` in other words: no command runs here, each text is only read and decided about.
import { expect } from 'vitest';
import { checkCall } from '../../hosts/check/check-call.js';
import { bashParser } from '../../hosts/index.js';
import { compileGuardrails } from '../../kernel/index.js';
import { verifies } from '../claims/verifies.js';

/** Everything is allowed but a push to `main`. */
const guardrails = compileGuardrails({
  version: 1,
  rules: [
    {
      id: 'no-main',
      scope: 'workspace',
      class: 'gitPush',
      decision: 'deny',
      constraint: { refs: ['main'] },
    },
    { id: 'push', scope: 'workspace', class: 'gitPush', decision: 'allow' },
    { id: 'run', scope: 'workspace', class: 'processSpawn', decision: 'allow' },
  ],
});

function outcomeOf(command: string): string {
  const means = {
    tools: new Map(),
    guardrails,
    declassify: [],
    principal: 'user:alice@example.com',
    home: '/home/alice',
    cwd: '/work',
    shell: bashParser,
    paths: { resolve: (real: string) => ({ real, names: 1 }) },
    now: 0,
  };
  return checkCall({ tool: 'shell_exec', args: { command } }, means, false).outcome;
}

const denied = [
  "g''it push origin main",
  'command git push origin main',
  'builtin command git push origin main',
  'git -C /x push origin HEAD:refs/heads/main',
  'GIT_DIR=x git push origin main',
  'f(){ git push origin main; }; f',
  'eval "git push origin main"',
  "bash -c 'git push origin main'",
  'git push origin ma\\in',
  'env git push origin +main',
  '{git,push,origin,main}',
  'xargs git push origin main </dev/null',
  'exec git push origin main',
  'time git push origin main',
  'nohup git push origin main &',
  "git push origin 'main'",
  'git push origin main:main',
  'git push --force-with-lease origin main',
  'git push origin :main',
  'git push --delete origin main',
  'git push --all',
  'cat <<E | sh\ngit push origin main\nE',
  "sh <<< 'git push origin main'",
  'git \\\npush origin main',
  '/usr/bin/git push origin main',
  'GIT push origin main',
  'find . -exec git push origin main \\;',
  'git push origin refs/heads/*:refs/heads/*',
  'watch git push origin main',
  'git remote add o u && git push o main',
  "trap 'git push origin main' EXIT",
  "printf 'git push origin main' | bash",
  'git.exe push origin main',
  'coproc git push origin main',
  'if true; then git push origin main; fi',
  'case x in x) git push origin main;; esac',
  'for i in 1; do git push origin main; done',
  '(git push origin main)',
  '! git push origin main',
  'git push origin main # x',
  "git 'push' origin main",
  'setsid git push origin main',
  'git --exec-path=/tmp push origin main',
  'git stash; git push origin main',
];
const asked = [
  '$(echo git) push origin main',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a shell
  'git pu${x}sh origin main',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a shell
  'git${IFS}push${IFS}origin${IFS}main',
  'git push origin',
  'git push',
  'git push origin HEAD',
  'git push origin "$B"',
  'gh api -X DELETE repos/x/y/git/refs/heads/main',
];
/** LIM-51. */
const unseen = [
  'alias g=git; g push origin main',
  'hub push origin main',
  'python3 -c \'import os; os.system("git push origin main")\'',
  'ssh h git push origin main',
];

verifies(
  ['G-32', 'G-33', 'C24'],
  'a push to `main` in other words is denied or asked about',
  () => {
    const table = [...denied, ...asked, ...unseen].map((command) => [command, outcomeOf(command)]);
    expect(table).toEqual([
      ...denied.map((command) => [command, 'deny']),
      ...asked.map((command) => [command, 'require_user']),
      ...unseen.map((command) => [command, 'allow']),
    ]);
    expect(outcomeOf('git status')).toBe('allow');
  },
);
