// Family F: what fails, is absent or makes no sense, denies.
import { expect } from 'vitest';
import type { GateLayer } from '../../kernel/index.js';
import { mintTainted } from '../../kernel/provenance/tainted.js';
import {
  type DeclassPolicy,
  type HostDeclassifier,
  makeLabel,
  type PolicySource,
  uniformTree,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { asking, layerThat } from '../fakes/layer-that.js';
import { makeNotebook } from '../fakes/notebook.js';
import { eventsOf } from '../fakes/office.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { rule } from '../fakes/release-rule.js';

/** Answers that are none: of layers, declassifiers, approvers, policies. */
const junk: readonly unknown[] = [
  undefined,
  null,
  true,
  'allow',
  1,
  [],
  {},
  { outcome: 'maybe' },
  { outcome: 'require_user' },
  { outcome: 'deny' },
  () => 'allow',
  Promise.resolve({ outcome: 'allow' }),
];

function answering(answer: () => unknown): GateLayer {
  return { stage: 'judge', answer: answer as GateLayer['answer'] };
}

verifies(['INV-F1', 'K-16'], 'a layer that throws or answers no outcome denies', async () => {
  const throwing = answering(() => {
    throw new Error('judge is out');
  });
  const odd = [throwing, ...junk.map((given) => answering(() => given))];
  for (const one of odd) {
    const notebook = makeNotebook({ layers: [one, layerThat('review', 'allow')] });
    expectBlocked(await notebook.note(), 'layer_failed', 'judge');
    expect(notebook.notes()).toEqual([]);
  }
});

verifies('INV-F1', 'a layer whose answer changes while it is read denies', async () => {
  let reads = 0;
  const moody = answering(() => ({
    get outcome() {
      reads += 1;
      return reads === 1 ? 'allow' : 'deny';
    },
  }));
  const notebook = makeNotebook({ layers: [moody] });
  expectBlocked(await notebook.note(), 'layer_failed', 'judge');
  expect(reads).toBe(0);
});

verifies('INV-F1', 'a core stage that crashes denies, before and after the admission', async () => {
  const spec = { args: {} };
  for (const healthy of [0, 2]) {
    let decisions = -1;
    const policy: PolicySource = {
      current() {
        decisions += 1;
        const declassify = decisions < healthy ? () => 'release' : (7 as never);
        return { version: '1', grant: ['notes.write'], declassify } as never;
      },
    };
    const notebook = makeNotebook({ spec, ports: { policy } });
    decisions = 0;
    expectBlocked(await notebook.note('bread'), 'layer_failed', 'provenance');
    expect(notebook.notes()).toEqual([]);
    const terminal = notebook.records().filter(({ kind }) => kind === 'terminal');
    expect(terminal).toHaveLength(healthy === 0 ? 0 : 1);
  }
});

verifies('INV-F2', 'where the user is required and nobody rules, nothing runs', async () => {
  const alone = makeNotebook({ layers: asking });
  expectBlocked(await alone.note(), 'approval_unavailable', 'approval');
  const suspended = makeNotebook({ layers: asking, approval: 'suspend' });
  expect(await suspended.note()).toMatchObject({ status: 'needs_approval', effects: [] });
  const throwing = approverThat('allow', () => {
    throw new Error('gone');
  });
  const failing = makeNotebook({ layers: asking, ports: { approver: throwing } });
  expectBlocked(await failing.note(), 'approval_failed', 'approval');
  expect([...alone.notes(), ...suspended.notes(), ...failing.notes()]).toEqual([]);
});

verifies(
  'INV-F2',
  'an approver that never answers is waited for no longer than it may',
  async () => {
    const waits: number[] = [];
    const notebook = makeNotebook({
      layers: asking,
      ports: {
        approver: { ask: () => new Promise(() => undefined) },
        timer: {
          after(ms, callback) {
            waits.push(ms);
            queueMicrotask(callback);
            return () => undefined;
          },
        },
      },
    });
    expectBlocked(await notebook.note(), 'approval_expired', 'approval');
    expect(waits).toEqual([120_000]);
    expect(notebook.notes()).toEqual([]);
  },
);

verifies('INV-F3', 'a ruling of an earlier request does not count for a later one', async () => {
  let first: unknown;
  const approver = approverThat('allow', (ruling) => {
    first ??= ruling;
    return first;
  });
  const notebook = makeNotebook({ layers: asking, ports: { approver } });
  expectCommitted(await notebook.note());
  // The same tool with the same arguments: only the id of the request differs.
  expectBlocked(await notebook.note(), 'approval_mismatch', 'approval');
  expect(notebook.notes()).toEqual(['milk']);
});

verifies('INV-F3', 'a ruling on other arguments, or none, does not count', async () => {
  const odd: readonly ((ruling: object) => unknown)[] = [
    (ruling) => ({ ...ruling, digest: 'f'.repeat(64) }),
    (ruling) => ({ ...ruling, digest: undefined }),
    (ruling) => ({ ...ruling, approval: '' }),
    (ruling) => ({ ...ruling, decision: 'ALLOW' }),
    (ruling) => ({ ...ruling, approver: '' }),
    (ruling) => [ruling],
    ...junk.map((given) => () => given),
  ];
  for (const change of odd) {
    const approver = approverThat('allow', change);
    const notebook = makeNotebook({ layers: asking, ports: { approver } });
    const result = await notebook.note();
    expect(result.problem?.code).toMatch(/^approval_(failed|mismatch)$/);
    expect(result.status).toBe('blocked');
    expect(notebook.notes()).toEqual([]);
  }
});

verifies('INV-F3', 'a ruling that comes at its expiry or later does not count', async () => {
  for (const [after, code] of [
    [119_999, undefined],
    [120_000, 'approval_expired'],
    [10_000_000, 'approval_expired'],
  ] as const) {
    let now = 1_000;
    const approver = approverThat('allow', (ruling, request) => {
      expect(request.expiresAt).toBe(121_000);
      now += after;
      return ruling;
    });
    const notebook = makeNotebook({
      layers: asking,
      ports: { approver, clock: { now: () => now } },
    });
    expect((await notebook.note()).problem?.code).toBe(code);
    expect(notebook.notes()).toHaveLength(code === undefined ? 1 : 0);
  }
});

verifies('INV-F5', 'no value is labelled without a source', () => {
  const label = makeLabel({ sources: [], readers: 'anyone' });
  expect(() => mintTainted({ value: 'x', tree: uniformTree(label, false) })).toThrow(
    expect.objectContaining({ code: 'label_empty' }),
  );
});

verifies('INV-F6', 'a declassifier that throws or gives no known answer denies', async () => {
  const throwing = (): never => {
    throw new Error('model is out');
  };
  const truthy = junk.filter((given) => given !== undefined);
  const odd = [throwing, ...[...truthy, { answer: 'release' }].map((given) => () => given)];
  for (const declassify of odd) {
    const options = { spec: { args: {} }, declassify: declassify as unknown as HostDeclassifier };
    const notebook = makeNotebook(options);
    expectBlocked(await notebook.note('bread'), 'declassify_failed');
    expect(notebook.notes()).toEqual([]);
  }
});

/** How often a promise was refused that nobody had taken, while a body ran. */
async function untaken(body: () => Promise<void>): Promise<number> {
  let count = 0;
  const note = (): void => {
    count += 1;
  };
  process.on('unhandledRejection', note);
  try {
    await body();
    await new Promise((resolve) => setTimeout(resolve, 10));
  } finally {
    process.off('unhandledRejection', note);
  }
  return count;
}

verifies(['INV-F1', 'INV-F6'], 'a promise is no answer, and ends no process later', async () => {
  const late = () => Promise.reject(new Error('too late'));
  const schema = { '~standard': { version: 1, vendor: 'test', validate: late } };
  const hosts: readonly (readonly [Parameters<typeof makeNotebook>[0], string])[] = [
    [{ spec: { args: {} }, declassify: late as unknown as HostDeclassifier }, 'declassify_failed'],
    [{ layers: [answering(late)] }, 'layer_failed'],
    [{ spec: { input: { schema, jsonSchema: { type: 'object' } } as never } }, 'schema_failed'],
  ];
  for (const [options, code] of hosts) {
    const notebook = makeNotebook(options);
    const count = await untaken(async () => {
      const result = await notebook.note('bread');
      expect(result.problem?.code).toBe(code);
    });
    expect([code, count, notebook.notes()]).toEqual([code, 0, []]);
  }
});

verifies('INV-F6', 'release rules that make no sense build no kernel', () => {
  for (const declassify of [7, {}, [{}], [rule('release', {} as never)], 'release'] as const) {
    expect(() => makeNotebook({ declassify: declassify as unknown as DeclassPolicy })).toThrow(
      expect.objectContaining({ code: 'config_malformed' }),
    );
  }
});

/** A policy that is good for so many readings once it is told to count. */
function failingAfter(readings: number, answer: () => unknown) {
  let left = Number.POSITIVE_INFINITY;
  const good = { version: '1', grant: ['notes.write'], declassify: [] };
  const policy: PolicySource = {
    current() {
      left -= 1;
      return (left >= 0 ? good : answer()) as typeof good;
    },
  };
  const count = (): void => {
    left = readings;
  };
  return { policy, count };
}

verifies('INV-F7', 'a policy that cannot be read denies, before or after admission', async () => {
  const throwing = (): never => {
    throw new Error('gone');
  };
  for (const answer of [throwing, () => undefined, () => ({})]) {
    for (const readings of [0, 1]) {
      const { policy, count } = failingAfter(readings, answer);
      const notebook = makeNotebook({ ports: { policy } });
      count();
      const result = await notebook.note();
      expectBlocked(result, 'policy_unavailable', 'admission');
      expect(eventsOf(result, 'gate_denied')).toHaveLength(1);
      expect(notebook.notes()).toEqual([]);
      const [, , ...told] = notebook.records().slice(0, -1);
      const kinds = readings === 0 ? ['denial'] : ['admission', 'terminal'];
      expect(told.map(({ kind }) => kind)).toEqual(kinds);
      expect(told.at(-1)).toMatchObject({ data: { code: 'policy_unavailable' } });
    }
  }
});
