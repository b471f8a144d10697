/**
 * Who can hold an action of each class, for each way in which Sluice can be used (behaviour G-54,
 * G-55). Data only.
 */
import { type ActionClass, actionClasses } from '../schemas/index.js';
import { type Adapter, adapters } from './honesty.js';

/**
 * `policyGate`: a call that declares the class is judged by the rules before it runs.
 * `sandboxFloor`: no rule reaches it, a sandbox of the system can, where the host has one.
 * `notEnforceable`: neither.
 */
export type Coverage = 'policyGate' | 'sandboxFloor' | 'notEnforceable';

export interface ClassCell {
  readonly by: Coverage;
  /** What it leaves open; never empty, and null only beside `policyGate`. */
  readonly note: string | null;
}

export interface ClassRow {
  readonly class: ActionClass;
  readonly adapters: Readonly<Record<Adapter, ClassCell>>;
}

/** What the rules do not see of a call that declares the class. */
const unseenByGate: Readonly<Partial<Record<ActionClass, string>>> = {
  networkEgress:
    'Only hosts that an argument names are known; where a name leads is not looked up.',
  secretAccess: 'Code of a tool reads variables and files of the process without being asked.',
  packageInstall: 'What an installed package runs is not judged.',
  processSpawn: 'What the process does, and starts in its turn, is not judged.',
};

type Floor = readonly [Exclude<Coverage, 'policyGate'>, note: string];

/** What a sandbox of the system can do about a class. */
const floors: Readonly<Record<ActionClass, Floor>> = {
  fileDelete: ['sandboxFloor', 'It can keep files from being deleted, whoever asks.'],
  gitPush: [
    'notEnforceable',
    'It can close the network to a server, but cannot tell a push from a fetch, nor a branch.',
  ],
  prCreate: ['notEnforceable', 'It cannot tell this request to a server from any other.'],
  prPublish: ['notEnforceable', 'It cannot tell this request to a server from any other.'],
  vendorSyncWrite: ['notEnforceable', 'It cannot tell a write to a vendor from a read.'],
  fileWriteOutsideWorktree: [
    'sandboxFloor',
    'It can keep all but some folders from being written.',
  ],
  gitCommit: ['sandboxFloor', 'It can keep the repository from being written, as a whole.'],
  networkEgress: ['sandboxFloor', 'It can close the network, or open it to some addresses.'],
  secretAccess: ['sandboxFloor', 'It can hide files; what the process has in memory it cannot.'],
  packageInstall: ['sandboxFloor', 'It can close the network and keep folders from being written.'],
  processSpawn: ['sandboxFloor', 'It can forbid programs; a tool in the same process is none.'],
  workspaceMutation: ['sandboxFloor', 'It can keep the workspace from being written, as a whole.'],
  enclosureControl: [
    'sandboxFloor',
    'It can hold only if its own settings lie outside of what it lets be written.',
  ],
};

const UNGATED = 'No rule of the policy is asked.';
const NOT_OURS = 'Sluice provides none.';

/** The second table, one row a class; frozen. */
export function classCoverage(): readonly ClassRow[] {
  return rows;
}

/** The notes of a row, each once, with the adapters that share it. */
export function classNotes(row: ClassRow): ReadonlyMap<string, readonly Adapter[]> {
  const notes = new Map<string, readonly Adapter[]>();
  for (const adapter of adapters) {
    const { note } = row.adapters[adapter];
    if (note !== null) notes.set(note, [...(notes.get(note) ?? []), adapter]);
  }
  return notes;
}

const rows: readonly ClassRow[] = Object.freeze(actionClasses.map(rowOf));

function rowOf(actionClass: ActionClass): ClassRow {
  const [floor, note] = floors[actionClass];
  const gated = cell('policyGate', unseenByGate[actionClass] ?? null);
  const ungated = cell(floor, `${UNGATED} ${ofSandbox(note)}`);
  const cells = {
    kernel: gated,
    cli: gated,
    turn: gated,
    gateway: gated,
    observe: ungated,
    'ai-sdk': gated,
    'openai-agents': gated,
    langchain: gated,
    vaglio: ungated,
    'foreign-tools': ungated,
    os: cell(floor, `${NOT_OURS} ${ofSandbox(note)}`),
  } as const satisfies Record<Adapter, ClassCell>;
  return Object.freeze({ class: actionClass, adapters: Object.freeze(cells) });
}

/** A note that stands alone says what it speaks of. */
function ofSandbox(note: string): string {
  return note.replace(/^It /, 'A sandbox ');
}

function cell(by: Coverage, note: string | null): ClassCell {
  return Object.freeze({ by, note });
}
