/**
 * The tests that the mutants of a folder of kernel/ meet: quick ones that bear on it. Left out are
 * tests that read the source tree as text, that start processes, or that bear on other folders
 * alone: a mutant that only those would notice counts as one that survived.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Test files by the folder they stand in, without their ending; `all` takes every one. */
const nearest = {
  snapshot: {
    'tests/unit/kernel/snapshot': 'all',
    'tests/inv': ['hygiene', 'hygiene-objects', 'audit-chain', 'trace'],
    'tests/attacks': ['keys', 'patched-builtins'],
    'tests/property': ['snapshot', 'snapshot-use'],
  },
  gate: {
    'tests/unit/kernel/gate': 'all',
    'tests/inv': [
      'capabilities',
      'effects-gate',
      'fail-closed',
      'gathering',
      'hygiene-objects',
      'provenance-decision',
      'rules',
    ],
    'tests/behaviour': ['effect-phases', 'judge-gate', 'kernel-gate', 'reviewer-gate'],
    'tests/attacks': ['answers-twice', 'forged-brands'],
  },
  provenance: {
    'tests/unit/kernel/provenance': 'all',
    'tests/inv': [
      'compute-labels',
      'map',
      'minted-fields',
      'provenance-capacity',
      'provenance-decision',
      'provenance-disclosure',
      'provenance-integrity',
      'provenance-labels',
      'provenance-laundering',
      'provenance-messages',
      'provenance-quoting',
      'provenance-recipients',
      'provenance-release',
      'when',
    ],
    'tests/attacks': [
      'carried-bits',
      'condition-choices',
      'forged-brands',
      'handle-readers',
      'lying-parser',
      'many-names',
      'picked-items',
    ],
    'tests/property': ['declassify', 'label-trees', 'labels', 'quote-forms', 'quoting', 'relabel'],
  },
  effects: {
    'tests/unit/kernel/effects': 'all',
    'tests/unit/kernel/interpreter': 'all',
    'tests/inv': [
      'effects-call',
      'effects-end',
      'effects-gate',
      'fail-closed',
      'gathering',
      'limits',
      'limits-time',
      'plan-approval',
      'provenance-ask',
      'provenance-release',
      'rules',
      'run-ends',
      'trace',
      'trace-events',
      'when',
    ],
    'tests/behaviour': [
      'approvals',
      'confirmations',
      'effect-phases',
      'judge-gate',
      'kernel-gate',
      'reviewer-gate',
    ],
    'tests/attacks': [
      'abort-listeners',
      'answer-calls-back',
      'answers-twice',
      'forged-brands',
      'hostile-ports',
    ],
    'tests/property': ['trace-joins'],
  },
};

const ENDING = '.test.ts';

function filesIn(folder, names) {
  const listed =
    names === 'all' ? readdirSync(folder).filter((file) => file.endsWith(ENDING)) : names;
  return listed.map((name) => join(folder, name.endsWith(ENDING) ? name : `${name}${ENDING}`));
}

/** The folders of kernel/ that this run mutates: the one that SLUICE_MUTATE names, or all. */
export function mutatedFolders() {
  const asked = process.env.SLUICE_MUTATE;
  if (asked === undefined) return Object.keys(nearest);
  if (!Object.hasOwn(nearest, asked)) throw new RangeError(`no tests are named for \`${asked}\``);
  return [asked];
}

/** Paths of the test files for those folders, each once. */
export function nearestTests() {
  const files = mutatedFolders().flatMap((folder) =>
    Object.entries(nearest[folder]).flatMap(([place, names]) => filesIn(place, names)),
  );
  return [...new Set(files)];
}
