/**
 * The hard floor: what one simple command may not do, whoever asks for it, and what it may do only
 * when the user says so because nobody can tell before it runs.
 */
import { freeze, hasOwn } from '../../primordials.js';
import type { CommandUse, Rule } from './command-use.js';
import { changes, deletes, empties, finds, mirrors, movesAway } from './deletes.js';
import { downloads, fills, installsTable, unpacks } from './into-directory.js';
import type { OptionSpec } from './options.js';
import { copiesBlocks, editsByProgram, editsInPlace, touchesDisk, writer } from './writes.js';

const copies = writer(
  { valued: 'tSmog', long: ['target-directory', 'suffix', 'mode', 'owner', 'group'] },
  ['t', 'target-directory'],
  'last',
);

function moves(use: CommandUse): void {
  movesAway(use);
  copies(use);
}

/** Judges by several rules. */
function all(...each: readonly Rule[]): Rule {
  return (use) => {
    for (const rule of each) rule(use);
  };
}

function formats(use: CommandUse): void {
  use.findings.deny('format_disk');
}

const resized: OptionSpec = freeze({ valued: 'sr', long: ['size', 'reference'] });

const rules: Readonly<Record<string, Rule>> = freeze({
  '7z': fills({ valued: 'o' }, ['o']),
  aria2c: fills({ valued: 'dosxji', long: ['dir', 'out'] }, ['d', 'dir']),
  awk: editsByProgram,
  blkdiscard: touchesDisk,
  bsdtar: unpacks,
  chgrp: changes,
  chmod: changes,
  chown: changes,
  cp: copies,
  cpio: fills({ valued: 'DEFHIO', long: ['directory', 'file'] }, ['D', 'directory']),
  crontab: installsTable,
  csplit: writer({ valued: 'bfn', long: ['prefix'] }, ['f', 'prefix'], null),
  curl: downloads,
  dd: copiesBlocks,
  fdisk: touchesDisk,
  find: finds,
  gawk: editsByProgram,
  gtar: unpacks,
  install: copies,
  ln: copies,
  mke2fs: formats,
  mkswap: touchesDisk,
  mv: moves,
  newfs: formats,
  parted: touchesDisk,
  patch: writer({ valued: 'BDdFgioprVYz', long: ['output'] }, ['o', 'output'], 'all'),
  perl: editsInPlace({ valued: 'eEIMm' }),
  rm: deletes,
  rsync: mirrors,
  ruby: editsInPlace({ valued: 'eIr' }),
  sed: editsInPlace({ valued: 'efl', flags: ['in-place'] }),
  setfacl: changes,
  sfdisk: touchesDisk,
  sgdisk: touchesDisk,
  scp: writer({ valued: 'cDFiJloPSX' }, [], 'last'),
  shred: all(touchesDisk, empties({ valued: 'ns', long: ['iterations', 'size', 'random-source'] })),
  sort: writer({ valued: 'oktST', long: ['output', 'key'] }, ['o', 'output'], null),
  split: writer({ valued: 'abClnt' }, [], 'last'),
  sponge: writer({}, [], 'all'),
  srm: deletes,
  tar: unpacks,
  tee: writer({}, [], 'all'),
  touch: writer({ valued: 'drt' }, [], 'all'),
  truncate: all(writer(resized, [], 'all'), empties(resized)),
  unlink: deletes,
  unzip: unpacks,
  wget: downloads,
  wipefs: touchesDisk,
});

/** Judges one simple command by its name and its words. */
export function judgeCommand(use: CommandUse): void {
  if (use.name.startsWith('mkfs')) formats(use);
  else if (hasOwn(rules, use.name)) rules[use.name]?.(use);
}
