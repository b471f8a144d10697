/**
 * The net of commands, straight from its sentences, over plain words: options stand after the
 * sub-command, every word is known. The reference for kernel/policy/commands/net.ts.
 */
import type { ConversationMode } from '../../schemas/index.js';

export interface NaiveLine {
  readonly commands: readonly (readonly string[])[];
  readonly isOpaque: boolean;
  readonly classes: readonly string[];
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  readonly denial: string | null;
}

const begins = (words: readonly string[], beginning: string): boolean =>
  `${words.join(' ')} `.startsWith(`${beginning} `);

/** Options end at `--`; letters may stand together. */
function gives(words: readonly string[], ...options: readonly string[]): boolean {
  const end = words.indexOf('--');
  const before = end === -1 ? words : words.slice(0, end);
  return before.some((word) =>
    options.some((option) =>
      option.length === 1
        ? /^-[A-Za-z]+$/.test(word) && word.includes(option)
        : word === `--${option}`,
    ),
  );
}

/** `-f` of `git grep`, alone or at the end of other letters, takes the next word. */
function withoutFiles(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^-[a-z]*f$/.test(word));
  if (at === -1) return words;
  return [...words.slice(0, at), ...withoutFiles(words.slice(at + 2))];
}

const DENIED = [
  ...['sudo', 'doas', 'su', 'pkexec', 'chroot', 'unshare', 'nsenter', 'shutdown', 'reboot'],
  ...['halt', 'poweroff', 'init', 'fdisk', 'parted', 'mkfs', 'mkfs.ext4'],
  ...['systemctl poweroff', 'systemctl reboot', 'systemctl halt'],
];

function isDenied(words: readonly string[]): boolean {
  if (DENIED.some((beginning) => begins(words, beginning))) return true;
  if (begins(words, 'rm') && gives(words, 'r', 'R', 'recursive'))
    return words.slice(1).some((word) => word === '/' || word === '/*');
  if (begins(words, 'dd')) return words.some((word) => word.startsWith('if='));
  if (begins(words, 'docker run'))
    return gives(words, 'privileged') || words.some((word) => word.startsWith('/:/'));
  if (begins(words, 'git grep')) return gives(withoutFiles(words), 'O', 'open-files-in-pager');
  if (begins(words, 'git push')) return words.includes('ext::sh');
  if (begins(words, 'git clone') || begins(words, 'git fetch'))
    return words.includes('ext::sh') || gives(words, 'upload-pack=x');
  if (!begins(words, 'git config core.pager')) return false;
  const given = words.slice(3);
  const end = given.indexOf('--');
  return given.some((word, at) => !word.startsWith('-') || (end !== -1 && at > end));
}

const PROMPTED = [
  ...['git push', 'git clean', 'git restore', 'git stash drop', 'git stash clear'],
  ...['git reflog expire', 'git filter-branch', 'git zz', 'git logx'],
  ...['npm publish', 'cargo publish', 'twine upload', 'gem push', 'gh pr create', 'gh pr merge'],
  ...['gh pr close', 'gh pr review', 'gh release create', 'gh repo delete', 'gh secret set'],
  ...['gh workflow run', 'docker run', 'npm install', 'pip install', 'cargo add', 'bun add'],
];

function isPrompted(words: readonly string[]): boolean {
  if (PROMPTED.some((beginning) => begins(words, beginning))) return true;
  if (begins(words, 'git reset')) return gives(words, 'hard');
  if (begins(words, 'git branch')) return gives(words, 'd', 'D', 'delete', 'f', 'force');
  if (begins(words, 'git tag')) return gives(words, 'd', 'delete', 'f', 'force');
  if (begins(words, 'git checkout'))
    return words.includes('--') || words.includes('.') || gives(words, 'f', 'force');
  if (begins(words, 'git update-ref')) return gives(words, 'd', 'delete');
  return false;
}

const MUTATING = [
  ...['git add', 'git commit', 'git push', 'git reset', 'git merge', 'git rebase', 'git clean'],
  ...['docker', 'kubectl', 'terraform'],
];
const HARMLESS = ['networkEgress', 'secretAccess', 'processSpawn'];

/** The answer of the net in a mode. */
export function naiveNet(line: NaiveLine, mode: ConversationMode): 'allow' | 'prompt' | 'deny' {
  const { commands, variables } = line;
  const setsProgram = variables.some(
    ({ name, value }) =>
      value !== '' && (name === 'LD_PRELOAD' || (name === 'GIT_SSH_COMMAND' && value !== 'cat')),
  );
  if (line.denial !== null || setsProgram || commands.some(isDenied)) return 'deny';
  const asks = commands.some(isPrompted);
  if (mode === 'chat') return asks ? 'prompt' : 'allow';
  const changes = commands.some((words) => MUTATING.some((beginning) => begins(words, beginning)));
  const isChange = line.classes.some((name) => !HARMLESS.includes(name));
  return asks || changes || isChange || line.isOpaque ? 'deny' : 'allow';
}
