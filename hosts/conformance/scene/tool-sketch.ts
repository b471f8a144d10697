/**
 * Tools as data: what they declare, how their schema normalises, and how they behave. Every tool
 * takes some of four arguments and, if it behaves, returns one shape of result.
 */
import type { ToolSpecInput } from '../../../schemas/index.js';
import type { Draws } from './draws.js';

export const FIELDS = ['to', 'body', 'id', 'opts'] as const;
export type FieldName = (typeof FIELDS)[number];

/** `trimmed` and `lowered` normalise text; `defaulted` fills in what is absent. */
export type FieldKind = 'any' | 'text' | 'trimmed' | 'lowered' | 'defaulted';

export interface FieldSketch {
  readonly name: FieldName;
  readonly kind: FieldKind;
}

/**
 * What a schema does to the whole record: `copies` lets the body replace `to`, `reorders` turns
 * lists of `opts`, `drops` loses a field, `unstable` never comes to rest.
 */
export type Mixing = 'none' | 'copies' | 'reorders' | 'drops' | 'unstable';
export type Behaviour = 'returns' | 'throws' | 'rejects' | 'hangs' | 'garbage' | 'unreadable';

export interface ToolSketch {
  readonly spec: ToolSpecInput;
  readonly fields: readonly FieldSketch[];
  readonly mixing: Mixing;
  /** `text`: results must be text, which they are not. */
  readonly output: 'any' | 'text';
  readonly behaviour: Behaviour;
}

/** How wild the tools of a situation are. */
export interface ToolTaste {
  /** Percent of tools whose schema mixes arguments. */
  readonly mixing: number;
  /** Percent of tools that fail. */
  readonly failing: number;
}

export const CAPABILITIES = ['mail.send', 'fs.read', 'web.get'] as const;
export const RESULT_POINTERS = [
  ...['', '/id', '/text', '/from', '/items', '/items/*'],
  ...['/items/*/id', '/items/*/text', '/items/*/from'],
] as const;

type ResultSpecs = NonNullable<ToolSpecInput['result']>;
type ArgSpecs = NonNullable<ToolSpecInput['args']>;

const MINE = { readers: ['user'] };
/** A mailbox as a careful host declares it. */
export const mailbox: ResultSpecs = {
  '': { minted: true, ...MINE },
  '/id': { minted: 'file', ...MINE },
  '/text': MINE,
  '/from': { minted: true, readers: 'anyone' },
  '/items': { minted: true, ...MINE },
  '/items/*': { minted: true, ...MINE },
  '/items/*/id': {
    minted: 'file',
    ...MINE,
    readersFrom: { from: '/items/*/from', parse: 'email' },
  },
  '/items/*/from': { minted: true, readers: 'anyone' },
  '/items/*/text': { ...MINE, subjects: ['third_party'] },
};

function drawReaders(draws: Draws): ResultSpecs[string] {
  const readers = draws.pick([undefined, 'anyone' as const, ['user'], ['user', 'cap:mail.send']]);
  const from = draws.pick(['/from', '/items/*/from', '/text']);
  return {
    ...(readers === undefined ? {} : { readers }),
    ...(draws.chance(20) ? { readersFrom: { from, parse: 'email' } } : {}),
    ...(draws.chance(15) ? { subjects: draws.some(['user', 'third_party'], 50) } : {}),
    ...(draws.chance(15) ? { subjectsFrom: { from, parse: 'email' } } : {}),
  };
}

function drawResult(draws: Draws): ResultSpecs {
  const kind = draws.below(4);
  if (kind === 0) return {};
  if (kind < 3) return Object.fromEntries(Object.entries(mailbox).filter(() => !draws.chance(8)));
  const pointers = draws.some(RESULT_POINTERS, 60);
  return Object.fromEntries(
    pointers.map((pointer) => {
      const minted = draws.pick([undefined, true as const, 'file', 'channel']);
      return [pointer, { ...drawReaders(draws), ...(minted === undefined ? {} : { minted }) }];
    }),
  );
}

function drawArgs(draws: Draws): ArgSpecs {
  const out: ArgSpecs = {};
  if (draws.chance(80)) out['/body'] = { role: 'content' };
  if (draws.chance(60)) out['/id'] = { handle: 'file' };
  if (draws.chance(15)) out['/to'] = { role: 'content' };
  if (draws.chance(15)) out['/to'] = { synonyms: { high: ['urgent'] } };
  const opts = draws.pick(['/opts/note', '/opts/*', '/opts/0', '/opts']);
  if (draws.chance(40)) out[opts] = draws.pick([{ role: 'content' as const }, { handle: 'file' }]);
  return out;
}

function drawSink(draws: Draws): Pick<ToolSpecInput, 'sink' | 'recipients'> {
  const kind = draws.below(10);
  if (kind < 3) return { sink: 'own' };
  if (kind < 6) return { recipients: [{ from: '/to', parse: 'email' }] };
  if (kind === 6) return { recipients: [{ from: '/id', parse: 'handle' }] };
  if (kind === 7) {
    const second = { from: '/opts/*', parse: draws.pick(['email', 'principal'] as const) };
    return { recipients: [{ from: '/to', parse: 'email' }, second] };
  }
  return {};
}

const KINDS: readonly FieldKind[] = [
  ...(['any', 'any', 'any', 'any', 'any', 'any'] as const),
  ...(['text', 'trimmed', 'lowered', 'defaulted'] as const),
];

function drawFields(draws: Draws): readonly FieldSketch[] {
  return FIELDS.map((name) => {
    const kind = draws.pick(KINDS);
    return { name, kind: name === 'opts' || name === 'id' ? 'any' : kind };
  });
}

/** Draws what a tool does to the world. */
export function drawEffect(
  draws: Draws,
): Pick<ToolSpecInput, 'effect' | 'egress' | 'mutates' | 'commit'> {
  const effect = draws.pick(['pure', 'read', 'read', 'read', 'write', 'write', 'write'] as const);
  return {
    effect,
    egress: effect === 'read' && draws.chance(35),
    mutates: effect === 'read' && draws.chance(15),
    commit: effect === 'write' && draws.chance(15),
  };
}

const FAILURES = ['throws', 'rejects', 'hangs', 'garbage', 'unreadable'] as const;
const MIXINGS = ['copies', 'reorders', 'drops', 'unstable'] as const;

function drawTool(draws: Draws, index: number, taste: ToolTaste): ToolSketch {
  const effect = index === 0 ? { effect: 'read' as const } : drawEffect(draws);
  const spec: ToolSpecInput = {
    name: `t${index}`,
    description: `tool ${index}`,
    ...effect,
    capabilities: [draws.pick(CAPABILITIES), ...draws.some(CAPABILITIES, 10)],
    args: drawArgs(draws),
    ...drawSink(draws),
  };
  const output = draws.chance(taste.failing / 2) ? 'text' : 'any';
  const result = drawResult(draws);
  return {
    // Of a text nothing is declared but the whole.
    spec: { ...spec, result: output === 'text' ? {} : result },
    fields: drawFields(draws),
    mixing: draws.chance(taste.mixing) ? draws.pick(MIXINGS) : 'none',
    output,
    behaviour: draws.chance(taste.failing) ? draws.pick(FAILURES) : 'returns',
  };
}

/** Draws three to five tools; the first one is a plain read. */
export function drawToolbox(draws: Draws, taste: ToolTaste): readonly ToolSketch[] {
  const count = 3 + draws.below(3);
  return Array.from({ length: count }, (_, i) => drawTool(draws, i, taste));
}
