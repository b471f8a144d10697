/**
 * The lists of the net of commands (behaviour G-35, C24). Data only. What is denied is denied in
 * every mode; what asks, asks in a chat; modes that only read deny both, and what changes anything.
 */
import { freeze } from '../../primordials.js';
import type { CommandForm } from './form.js';

/** A form of a command and the name of the rule that it stands for. */
export interface NetForm extends CommandForm {
  readonly rule: string;
}

const one = (rule: string, words: string, more: Omit<CommandForm, 'words'> = {}): NetForm => ({
  rule,
  words,
  ...more,
});
/** The rule has the name of its program. */
const each = (words: string): readonly NetForm[] => words.split('|').map((word) => one(word, word));

/** `docker run` and `docker container run`. */
const containers = (
  rule: string,
  verbs: string,
  more: Omit<CommandForm, 'words'> = {},
): readonly NetForm[] => [
  one(rule, `docker|podman|nerdctl ${verbs}`, more),
  one(rule, `docker|podman|nerdctl container|compose ${verbs}`, more),
];

const ROOT = /^(?:\/|\/\*)$/;
/** The root of the machine, given to a container. */
const ROOT_VOLUME =
  /^(?:-v=?|--volume=)?(?:\/\.{0,2})+:|(?:^|[,=])(?:src|source)=(?:\/\.{0,2})+(?:,|$)/;

/** Denied, whoever asks; the origin had `sudo` for what gives the command to another user. */
export const denied: readonly NetForm[] = freeze([
  ...each('sudo|doas|su|runuser|pkexec|gosu|su-exec|chroot|unshare|nsenter'),
  ...each('shutdown|reboot|halt|poweroff|init|telinit|fdisk|parted'),
  one('systemctl-poweroff', 'systemctl poweroff|reboot|halt|kexec'),
  // What a pattern or a variable brings `rm`, the guard judges: the reading is denied, or opaque.
  one('rm-root', 'rm', { options: ['r', 'R', 'recursive'], some: ROOT, isKnown: true }),
  one('dd', 'dd', { some: /^if=/ }),
  ...containers('docker-root', 'run|create', { some: ROOT_VOLUME }),
  ...containers('docker-privileged', 'run|create|exec', { options: ['privileged'] }),
]);

const publish: readonly NetForm[] = [
  one('publish', 'npm|pnpm|yarn|bun|cargo|poetry|uv|flit|hatch|pdm publish'),
  one('publish', 'yarn npm publish'),
  one('publish', 'npm|pnpm unpublish'),
  one('publish', 'twine upload'),
  one('publish', 'gem push|yank'),
  one('publish', 'docker|podman|nerdctl|helm push'),
];

const forge: readonly NetForm[] = [
  one('gh-pr', 'gh pr create|new|merge|close|review|ready|reopen'),
  one('gh-pr', 'glab mr create|new|for|merge|close|approve|reopen'),
  one('gh-release', 'gh|glab release create|delete|edit|upload|delete-asset'),
  one('gh-repo', 'gh repo create|new|fork|delete|archive|unarchive|rename|edit'),
  one('gh-secret', 'gh secret set|delete|remove'),
  one('gh-workflow', 'gh workflow run|enable|disable'),
];

const install: readonly NetForm[] = [
  one('install', 'npm|pnpm install|i|in|add|ci|it|install-test'),
  one('install', 'yarn|bun install|add|i|a'),
  one('install', 'yarn global add'),
  one('install', 'pip install'),
  one('install', 'uv pip install'),
  one('install', 'uv|poetry|cargo add|install'),
];

/** Forms of git that take away what nothing else holds. */
const destructive: readonly NetForm[] = [
  one('git-reset', 'git reset', { options: ['hard'] }),
  one('git-clean', 'git clean'),
  one('git-branch', 'git branch', { options: ['d', 'D', 'delete', 'f', 'force', 'M', 'C'] }),
  one('git-tag', 'git tag', { options: ['d', 'delete', 'f', 'force'] }),
  one('git-stash', 'git stash drop|clear'),
  one('git-checkout', 'git checkout', { options: ['f', 'force'] }),
  one('git-checkout', 'git checkout', { some: /^(?:--|\.|\.\/|:\/.*)$/ }),
  one('git-switch', 'git switch', { options: ['f', 'force', 'discard-changes', 'C'] }),
  one('git-restore', 'git restore'),
  one('git-reflog', 'git reflog expire|delete'),
  one('git-ref', 'git update-ref', { options: ['d', 'delete', 'stdin'] }),
  one('git-filter', 'git filter-branch|filter-repo'),
  one('git-worktree', 'git worktree remove'),
  one('git-remote', 'git remote remove|rm|prune'),
];

/** Asked about in a chat, denied where a mode only reads. */
export const prompted: readonly NetForm[] = freeze([
  one('git-push', 'git push|send-pack|http-push'),
  one('git-push', 'git subtree|lfs push'),
  one('git-push', 'git svn dcommit'),
  one('git-push', 'git p4 submit'),
  // What they run stands in their words, or in files that nobody reads here.
  one('git-runs', 'git submodule foreach'),
  one('git-runs', 'git bisect run'),
  ...destructive,
  ...publish,
  ...forge,
  ...containers('docker-run', 'run'),
  ...install,
]);

/** Denied where a mode only reads, beside what the classes say. */
export const mutating: readonly NetForm[] = freeze([
  one('git-changes', 'git add|commit|push|reset|merge|rebase|clean'),
  one('git-changes', 'git checkout', { some: /^--$/ }),
  ...each('docker|podman|nerdctl|kubectl|terraform|tofu'),
]);
