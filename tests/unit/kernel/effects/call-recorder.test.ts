// What a record waits for, and what is said of a store that does not take one.
import { describe, expect, test } from 'vitest';
import { AuditChain, memoryAuditSink } from '../../../../hosts/index.js';
import {
  type CallRecorder,
  recordAfter,
  recordFirst,
} from '../../../../kernel/effects/call-recorder.js';
import type { AuditBody, AuditSink } from '../../../../schemas/index.js';

const bodies: Readonly<Record<string, AuditBody>> = {
  run_started: { kind: 'run_started', data: { query: 'q', depth: 0 } },
  plan_verified: { kind: 'plan_verified', data: { plan: 'p', steps: 1 } },
  denial: {
    kind: 'denial',
    data: { step: 's', tool: 't', stage: 'guard', code: 'guard_failed', args: 'a' } as never,
  },
  release: {
    kind: 'release',
    data: { argument: '/a', rule: 'r', declassifier: 'policy', releases: 'all' } as never,
  },
  terminal: {
    kind: 'terminal',
    data: { outcome: 'committed', output: 'valid', code: null, result: null },
  },
  late_result: { kind: 'late_result', data: { settled: 'resolved' } },
  run_ended: { kind: 'run_ended', data: { status: 'committed', effects: 0 } },
};

function recorderOn(sink: AuditSink): CallRecorder {
  return {
    chain: new AuditChain(sink),
    clock: { now: () => 0 },
    run: 'run-1',
    trace: () => undefined,
  };
}

function watched() {
  const store = memoryAuditSink();
  const ways: string[] = [];
  const sink: AuditSink = {
    key: store.key,
    head: () => store.head(),
    append(lines, head) {
      ways.push('append');
      store.append(lines, head);
    },
    write(lines, head) {
      ways.push('write');
      store.append(lines, head);
    },
  };
  return { ways, sink, store };
}

describe('a record', () => {
  test.each([
    ['run_started', 'write'],
    ['plan_verified', 'write'],
    ['release', 'write'],
    ['denial', 'write'],
    ['terminal', 'write'],
    ['late_result', 'append'],
    ['run_ended', 'append'],
  ])('`%s` is given to %s', async (kind, way) => {
    const { ways, sink, store } = watched();
    await recordFirst(recorderOn(sink), 'call-1', bodies[kind] as AuditBody);
    expect(ways).toEqual([way]);
    expect(store.lines().at(-1)).toContain(`"kind":"${kind}"`);
    expect(store.lines().at(-1)).toContain('"call":"call-1"');
  });
});

describe('a store that takes nothing', () => {
  function failing(error: unknown, isLate = false): CallRecorder {
    const store = memoryAuditSink();
    return recorderOn({
      key: store.key,
      head: () => store.head(),
      append: () => {
        if (isLate) return Promise.reject(error);
        throw error;
      },
    });
  }
  const started = bodies['run_started'] as AuditBody;
  const reasonOf = async (recorder: CallRecorder): Promise<unknown> => {
    try {
      await recordFirst(recorder, null, started);
      return 'taken';
    } catch (error) {
      return (error as { denial?: { reason: string } }).denial?.reason;
    }
  };
  const said = 'the audit store did not take the `run_started` record';

  test.each([
    ['an error without a word', new Error('x'), said],
    ['a text', 'full', said],
    ['nothing', null, said],
    [
      'the word for a full one',
      { refusal: 'full' },
      `${said}: it is full; delete old audit files, free the disk or raise its quota`,
    ],
    [
      'the word for one that cannot be written',
      { refusal: 'unwritable' },
      `${said}: it cannot be written; look at its disk, owner and mode, then open it again`,
    ],
    ['a word of its own', { refusal: 'ask Mallory' }, said],
  ])('and says %s is quoted no further', async (_, error, reason) => {
    expect(await reasonOf(failing(error))).toBe(reason);
    expect(await reasonOf(failing(error, true))).toBe(reason);
  });

  test('refuses what comes before an effect, and is told of after one', async () => {
    for (const isLate of [false, true]) {
      const recorder = failing(new Error('x'), isLate);
      await expect(async () => recordFirst(recorder, null, started)).rejects.toMatchObject({
        code: 'audit_unavailable',
      });
      expect(await recordAfter(failing(new Error('x'), isLate), null, started)).toBe(false);
    }
    const { sink } = watched();
    expect(await recordAfter(recorderOn(sink), null, started)).toBe(true);
  });
});
