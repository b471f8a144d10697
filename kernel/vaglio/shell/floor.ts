/**
 * The hard floor: what one simple command may not do, whoever asks for it, and what it may do only
 * when the user says so because nobody can tell before it runs.
 */
import { freeze, hasOwn } from '../../primordials.js';
import type { CommandUse, Rule } from './command-use.js';
import { changes, deletes, finds, mirrors, movesAway } from './deletes.js';
import { copiesBlocks, editsInPlace, touchesDisk, writer } from './writes.js';

const copies = writer(
  { valued: 'tSmog', long: ['target-directory', 'suffix', 'mode', 'owner', 'group'] },
  ['t', 'target-directory'],
  'last',
);

function moves(use: CommandUse): void {
  movesAway(use);
  copies(use);
}

function formats(use: CommandUse): void {
  use.findings.deny('format_disk');
}

const rules: Readonly<Record<string, Rule>> = freeze({
  blkdiscard: touchesDisk,
  chgrp: changes,
  chmod: changes,
  chown: changes,
  cp: copies,
  curl: writer(
    { valued: 'odHXATFubeEcKm', long: ['output', 'dump-header'] },
    ['o', 'output'],
    null,
  ),
  dd: copiesBlocks,
  fdisk: touchesDisk,
  find: finds,
  install: copies,
  ln: copies,
  mke2fs: formats,
  mkswap: touchesDisk,
  mv: moves,
  newfs: formats,
  parted: touchesDisk,
  rm: deletes,
  rsync: mirrors,
  sed: editsInPlace,
  setfacl: changes,
  sfdisk: touchesDisk,
  sgdisk: touchesDisk,
  shred: touchesDisk,
  sort: writer({ valued: 'oktST', long: ['output', 'key'] }, ['o', 'output'], null),
  srm: deletes,
  tee: writer({}, [], 'all'),
  touch: writer({ valued: 'drt' }, [], 'all'),
  truncate: writer({ valued: 'sr', long: ['size', 'reference'] }, [], 'all'),
  wget: writer({ valued: 'OoPUae', long: ['output-document'] }, ['O', 'output-document'], null),
  wipefs: touchesDisk,
});

/** Judges one simple command by its name and its words. */
export function judgeCommand(use: CommandUse): void {
  if (use.name.startsWith('mkfs')) formats(use);
  else if (hasOwn(rules, use.name)) rules[use.name]?.(use);
}
