import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type NetAnswer, netAnswer } from '../../kernel/policy/commands/net.js';
import type { CommandReading } from '../../kernel/policy/commands/reading.js';
import { type ActionClass, actionClasses, conversationModes } from '../../schemas/index.js';
import { readLine } from '../fakes/command-line.js';
import { nestedCommand } from '../generators/shell-text.js';
import { type NaiveLine, naiveNet } from '../model/naive-net.js';
import { seeded } from './seed.js';

const split = (...lines: readonly string[]): readonly (readonly string[])[] =>
  lines.flatMap((line) => line.split(', ')).map((words) => words.split(' '));

/** Programs with their sub-commands, listed ones and others. */
const HEADS = split(
  'sudo, doas, su, pkexec, chroot, unshare, nsenter, shutdown, reboot, halt, poweroff, init',
  'fdisk, parted, mkfs, mkfs.ext4, systemctl poweroff, systemctl status, rm, dd, ls, cat, node',
  'docker run, docker ps, kubectl get, terraform plan, npm publish, npm install, npm test',
  'cargo publish, cargo add, cargo build, bun add, bun test, pip install, pip list, twine upload',
  'twine check, gem push, gem list, gh pr create, gh pr merge, gh pr close, gh pr review',
  'gh pr view, gh release create, gh release list, gh repo delete, gh repo view, gh secret set',
  'gh secret list, gh workflow run, gh workflow list, git push, git clean, git restore, git log',
  'git stash drop, git stash clear, git stash list, git reflog expire, git reflog show, git zz',
  'git logx, git filter-branch, git reset, git branch, git tag, git checkout, git update-ref',
  'git add, git commit, git merge, git rebase, git grep, git clone, git fetch, git status',
  'git config core.pager, git config user.name, git diff',
);
const TAILS = [
  ...['x', '/', '/*', '/:/h', '/tmp:/t', 'if=/dev/zero', '--', '.', 'main', 'less', 'ext::sh'],
  ...['-r', '-rf', '-R', '--recursive', '--privileged', '-D', '-d', '--delete', '-f', '--force'],
  ...['--hard', '--soft', '-O', '-iO', '--open-files-in-pager', '--upload-pack=x', '-v', '-q'],
] as const;

const command = fc
  .tuple(fc.constantFrom(...HEADS), fc.array(fc.constantFrom(...TAILS), { maxLength: 4 }))
  .map(([head, tail]): readonly string[] => [...head, ...tail]);

const line: fc.Arbitrary<NaiveLine & { readonly classes: readonly ActionClass[] }> = fc.record({
  commands: fc.array(command, { maxLength: 3 }),
  isOpaque: fc.boolean().map((flag) => flag),
  classes: fc.oneof(fc.constant([]), fc.subarray([...actionClasses], { maxLength: 2 })),
  variables: fc.array(
    fc.record({
      name: fc.constantFrom('A', 'LD_PRELOAD', 'GIT_SSH_COMMAND', 'GIT_DIR'),
      value: fc.constantFrom('', 'x', 'cat'),
    }),
    { maxLength: 1 },
  ),
  denial: fc.constantFrom(null, null, null, 'delete_root'),
});

function readingOf({
  commands,
  ...rest
}: NaiveLine & { readonly classes: readonly ActionClass[] }): CommandReading {
  return {
    ...rest,
    commands: commands.map((words) => ({ words, text: null })),
    paths: [],
    hasOpenPaths: false,
    refs: null,
    hosts: null,
    safety: [],
  };
}

const mode = fc.constantFrom(...conversationModes);
const ranks = ['allow', 'prompt', 'deny'] as const;
const rank = ({ decision }: NetAnswer): number => ranks.indexOf(decision);
const plain = { classes: [], isOpaque: false, variables: [], denial: null } as const;

describe('the net of commands', () => {
  seeded(
    'answers as its sentences say',
    fc.property(line, mode, (given, at) => {
      expect([given, netAnswer(readingOf(given), at).decision]).toEqual([
        given,
        naiveNet(given, at),
      ]);
    }),
    { runs: 5000, claims: 'G-35' },
  );

  seeded(
    'asks at least where a word that nobody knows may be one that it minds',
    fc.property(command, fc.nat(), mode, (words, pick, at) => {
      // Of `rm` the guard tells what is unknown; no word before the sub-command is left out.
      fc.pre(words[0] !== 'rm' && words.length > 1);
      const hidden = 1 + (pick % (words.length - 1));
      const unknown = words.map((word, place) => (place === hidden ? null : word));
      const before = netAnswer(readingOf({ ...plain, commands: [words] }), at);
      const reading = {
        ...readingOf({ ...plain, commands: [] }),
        commands: [{ words: unknown, text: null }],
      };
      if (before.decision !== 'allow') expect(netAnswer(reading, at).decision).not.toBe('allow');
      else expect(before.rule).toBe('net:none');
    }),
    { runs: 5000, claims: 'G-35' },
  );

  seeded(
    'is never looser on a longer line',
    fc.property(nestedCommand, nestedCommand, mode, (first, second, at) => {
      const alone = rank(netAnswer(readLine(first), at));
      expect(rank(netAnswer(readLine(`${second}\n${first}`), at))).toBeGreaterThanOrEqual(alone);
    }),
    { runs: 1000, claims: 'G-35' },
  );
});
