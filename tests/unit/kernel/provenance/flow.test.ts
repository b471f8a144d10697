/** Which failures a unit has: each rule of stage 4 by itself, and in the order it is told. */
import { describe, expect, test } from 'vitest';
import {
  controlFailures,
  isConditionTainted,
  isDecisionTainted,
  unitFailures,
} from '../../../../kernel/provenance/flow.js';
import type { Recipients } from '../../../../kernel/provenance/recipients.js';
import type { Unit } from '../../../../kernel/provenance/units.js';
import { type ArgSpec, type Label, makeLabel, type ToolSpec } from '../../../../schemas/index.js';

const alice = 'user:alice@example.com';
const bob = 'user:bob@example.com';
const toBob: Recipients = { kind: 'principals', names: [bob], own: false, isMalformed: false };
const nobody: Recipients = { ...toBob, names: null };
const own: Recipients = { ...toBob, names: [alice], own: true };
const channel: Recipients = { ...toBob, kind: 'capabilities', names: ['cap:chat.post'] };

interface Asked {
  readonly label?: Partial<Parameters<typeof makeLabel>[0]>;
  readonly spec?: Partial<ArgSpec>;
  readonly isShape?: boolean;
  readonly commit?: boolean;
  readonly recipients?: Recipients;
}

function unitOf(label: Label, spec: Partial<ArgSpec> = {}, isShape = false): Unit {
  const own = { role: 'critical', ...spec } as ArgSpec;
  return { pointer: '/a', spec: own, label, value: 'x', isShape, bits: 0 };
}

function failures({ label = {}, spec, isShape, commit = false, recipients = toBob }: Asked = {}) {
  const whole = makeLabel({ sources: ['user'], readers: 'anyone', ...label });
  const flow = { spec: { commit } as ToolSpec, recipients, principal: alice };
  return unitFailures(unitOf(whole, spec, isShape), flow);
}

describe('a critical argument', () => {
  test('is written by the user or the host', () => {
    expect([failures(), failures({ label: { sources: ['host', 'user'] } })]).toEqual([[], []]);
    expect(failures({ label: { sources: ['planner', 'user'] } })).toEqual(['critical_untrusted']);
    const label = { sources: ['host:file'], readers: [bob] };
    expect(failures({ label })).toEqual(['critical_untrusted']);
    expect(failures({ label: { ...label, sources: ['user', 'tool:a'] } })).toEqual([
      'critical_untrusted',
    ]);
  });

  test('is a handle of its kind where it declares one', () => {
    const file = { spec: { handle: 'file' } };
    const named = { spec: { handle: 'file', orNamed: true as const } };
    const handle = { sources: ['host:file'], readers: [bob] };
    expect(failures({ ...file, label: handle })).toEqual([]);
    expect(failures({ ...file, label: { ...handle, sources: ['host:room'] } })).toEqual([
      'handle_required',
    ]);
    const beside = { ...handle, sources: ['host:file', 'host:room'] };
    expect(failures({ ...file, label: beside })).toEqual(['handle_required']);
    expect([failures(file), failures(named)]).toEqual([['handle_required'], []]);
    expect(failures({ ...named, label: { sources: ['planner'] } })).toEqual(['handle_required']);
    expect(failures({ ...named, label: { ...handle, sources: ['host:file', 'user'] } })).toEqual(
      [],
    );
    // The shape of a container of handles is no handle itself.
    expect(failures({ ...file, isShape: true })).toEqual([]);
    expect(failures({ ...file, isShape: true, label: handle })).toEqual(['critical_untrusted']);
  });

  test('is chosen by nobody who had read content; of a commit, by the words of the user', () => {
    const planned = { control: ['planner'] };
    const read = { control: ['planner', 'tool:inbox'] };
    expect([failures({ label: planned }), failures({ label: read })]).toEqual([
      [],
      ['control_tainted'],
    ]);
    expect(failures({ label: planned, commit: true })).toEqual(['target_unanchored']);
    expect(failures({ label: read, commit: true })).toEqual(['control_tainted']);
    expect(failures({ label: { control: ['user', 'host'] }, commit: true })).toEqual([]);
    expect(controlFailures).toEqual(['control_tainted', 'target_unanchored']);
    expect(Object.isFrozen(controlFailures)).toBe(true);
  });

  test('of content asks none of this', () => {
    const spec = { role: 'content' } as const;
    const label = { sources: ['tool:a'], control: ['tool:b'], readers: [bob, alice] };
    expect(failures({ spec, label, recipients: own, commit: true })).toEqual([]);
  });
});

describe('what is disclosed', () => {
  test('goes to its readers, each one of them', () => {
    expect(failures({ label: { readers: [bob] } })).toEqual([]);
    expect(failures({ label: { readers: [alice] } })).toEqual(['reader_excluded']);
    const both = { ...toBob, names: [alice, bob] };
    expect(failures({ label: { readers: [bob] }, recipients: both })).toEqual(['reader_excluded']);
    expect(failures({ label: { readers: [bob] }, recipients: nobody })).toEqual([
      'recipient_unknown',
    ]);
    expect(failures({ recipients: nobody })).toEqual([]);
  });

  test('to a recipient that is none goes nowhere, whoever may read it', () => {
    expect(failures({ recipients: { ...nobody, isMalformed: true } })).toEqual([
      'recipient_unknown',
    ]);
    expect(failures({ recipients: { ...toBob, isMalformed: true } })).toEqual(['reader_excluded']);
  });

  test('may not be read by `anyone` where an outside party wrote it', () => {
    const spec = { handle: 'file' };
    expect(failures({ label: { sources: ['tool:a'] } })).toEqual([
      'critical_untrusted',
      'reader_excluded',
    ]);
    expect(failures({ spec, label: { sources: ['host:file'] } })).toEqual([]);
    const room = { handle: 'room' };
    expect(failures({ spec: room, label: { sources: ['host:file'] } })).toEqual([
      'handle_required',
      'reader_excluded',
    ]);
    expect(failures({ label: { sources: ['planner'] } })).toEqual(['critical_untrusted']);
  });

  test('about others goes to those it is about, or to the storage of the user', () => {
    const about = (...subjects: string[]) => ({ label: { subjects } });
    expect(failures(about('user', alice, bob))).toEqual([]);
    expect(failures(about('user:eve@example.com'))).toEqual(['third_party_subject']);
    expect(failures(about('user', 'third_party'))).toEqual(['third_party_subject']);
    const spoken = { ...toBob, names: ['third_party'] };
    expect(failures({ ...about('third_party'), recipients: spoken })).toEqual([
      'third_party_subject',
    ]);
    expect(failures({ ...about(bob), recipients: nobody })).toEqual(['third_party_subject']);
    expect(failures({ ...about('third_party'), recipients: own })).toEqual([]);
  });

  test('in the name of the user is in the words of the user', () => {
    const spec = { role: 'content' } as const;
    const planned = { sources: ['planner'] };
    expect(failures({ spec, label: planned })).toEqual(['content_to_other']);
    expect(failures({ spec, label: { sources: ['tool:a'], readers: [bob] } })).toEqual([
      'content_to_other',
    ]);
    expect(failures({ spec })).toEqual([]);
    expect(failures({ label: planned })).toEqual(['critical_untrusted']);
    const toUser = { ...toBob, names: [alice] };
    expect(failures({ spec, label: planned, recipients: toUser })).toEqual([]);
    const both = { ...toBob, names: [alice, bob] };
    expect(failures({ spec, label: planned, recipients: both })).toEqual(['content_to_other']);
    expect(failures({ spec, label: planned, recipients: nobody })).toEqual(['content_to_other']);
    expect(failures({ spec, label: planned, recipients: channel })).toEqual(['content_to_other']);
    const narrow = { ...planned, readers: ['cap:chat.post'] };
    expect(failures({ spec, label: narrow, recipients: channel })).toEqual([]);
  });
});

test('a decision is tainted by whoever had read content', () => {
  const asked = (sources: string[], control: string[] = []) =>
    isDecisionTainted(makeLabel({ sources, control, readers: 'anyone' }));
  expect([asked(['user']), asked(['user', 'host'], ['planner'])]).toEqual([false, false]);
  expect([asked(['user', 'tool:a']), asked(['user'], ['user', 'q_parse'])]).toEqual([true, true]);
});

test('content may decide whether an effect happens that is wholly the user’s or the host’s', () => {
  const fixed = unitOf(makeLabel({ sources: ['user'], control: ['planner'], readers: 'anyone' }));
  const written = unitOf(makeLabel({ sources: ['planner'], readers: 'anyone' }));
  const chosen = unitOf(makeLabel({ sources: ['user'], control: ['tool:a'], readers: 'anyone' }));
  expect(isConditionTainted(['tool:a'], [fixed])).toBe(false);
  const both = unitOf(makeLabel({ sources: ['tool:b', 'user'], readers: 'anyone' }));
  expect(isConditionTainted(['tool:a'], [both])).toBe(true);
  expect(isConditionTainted(['planner', 'tool:a'], [fixed, written])).toBe(true);
  expect(isConditionTainted(['tool:a'], [fixed, chosen])).toBe(true);
  expect(isConditionTainted(['tool:a'], [])).toBe(true);
  for (const units of [[], [written]]) {
    expect(isConditionTainted([], units)).toBe(false);
    expect(isConditionTainted(['planner', 'user'], units)).toBe(false);
  }
});
