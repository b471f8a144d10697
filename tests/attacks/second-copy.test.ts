// Two loaded copies of the package: nothing that one made is taken by the other.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as hosts from '../../hosts/index.js';
import * as kernel from '../../kernel/index.js';
import { verifies } from '../claims/verifies.js';
import { engineParts } from '../fakes/engine-parts.js';
import { noteSpec } from '../fakes/notebook.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';

const principal = 'user:alice@example.com';
const policy = { current: () => ({ version: '1', grant: ['notes.write'], declassify: [] }) };

interface Copy {
  readonly hosts: typeof hosts;
  readonly kernel: typeof kernel;
}

/** One of each branded object, as one copy of the package makes them. */
function objectsOf({ hosts, kernel }: Copy) {
  const gate = new kernel.Gate({ policy, home: null });
  const ran: unknown[] = [];
  const tool = hosts.defineTool({
    ...noteSpec,
    run: (args) => {
      ran.push(args);
      return { ok: true };
    },
  });
  const dispatcher = new kernel.EffectDispatcher(gate, [tool], null);
  const audit = new kernel.AuditChain(hosts.memoryAuditSink());
  const query = kernel.trustQuery('Note milk.', { principal });
  return { gate, tool, dispatcher, audit, query, ran };
}

let copy: TranspiledPackage;
let other: Copy;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts']);
  const load = (room: string): Promise<unknown> =>
    import(pathToFileURL(join(copy.root, 'dist', room, 'index.js')).href);
  const [otherHosts, otherKernel] = await Promise.all([load('hosts'), load('kernel')]);
  other = { hosts: otherHosts as typeof hosts, kernel: otherKernel as typeof kernel };
}, 60_000);
afterAll(() => copy.remove());

test('the copies are two', () => {
  expect(other.kernel.Gate).not.toBe(kernel.Gate);
  expect(other.kernel.Gate.name).toBe('Gate');
});

verifies('INV-F4', "another copy's objects are refused, and the tool says why", async () => {
  const theirs = objectsOf(other);
  const parts = engineParts();
  const { createKernel } = hosts;
  const refused: readonly (readonly [string, () => unknown])[] = [
    [
      'foreign_kernel',
      () =>
        new kernel.EffectDispatcher(
          objectsOf({ hosts, kernel }).gate,
          [theirs.tool as never],
          null,
        ),
    ],
    ['foreign_kernel', () => createKernel({ tools: [theirs.tool as never], principal })],
    ['gate_required', () => new kernel.EffectDispatcher(theirs.gate as never, [], null)],
    [
      'config_malformed',
      () => kernel.makeEngine({ ...parts, dispatcher: theirs.dispatcher as never }),
    ],
    ['config_malformed', () => kernel.makeEngine({ ...parts, audit: theirs.audit as never })],
    [
      'config_malformed',
      () => createKernel({ tools: [], principal, audit: theirs.audit as never }),
    ],
    ['query_malformed', () => kernel.runQuery(kernel.makeEngine(parts), theirs.query as never)],
  ];
  for (const [code, hand] of refused) {
    await expect((async () => hand())()).rejects.toMatchObject({ code });
  }
  expect(() => createKernel({ tools: [theirs.tool as never], principal })).toThrow(
    expect.objectContaining({ mend: expect.stringContaining('load one copy') }),
  );
});

verifies('INV-F4', "another copy's values are refused", async () => {
  const plan = planOf(call('n', 'note', { text: 'milk' }));
  const theirs = objectsOf(other);
  const theirKernel = other.hosts.createKernel({
    tools: [theirs.tool],
    grant: ['notes.write'],
    principal,
  });
  const { output, status } = await theirKernel.run('Note milk.', { plan });
  expect({ status, ran: theirs.ran }).toEqual({ status: 'committed', ran: [{ text: 'milk' }] });
  const reason = 'the test tries to';
  expect(other.kernel.declassify(output as never, { reason })).toEqual({ ok: true });
  expect(() => kernel.declassify(output as never, { reason })).toThrow(
    expect.objectContaining({ code: 'tainted_required' }),
  );
  expect(kernel.isTainted(output)).toBe(false);
});

describe('an engine that mixes copies', () => {
  test('runs nothing', async () => {
    const ours = objectsOf({ hosts, kernel });
    const theirs = objectsOf(other);
    const engine = other.kernel.makeEngine({
      ...engineParts(),
      dispatcher: theirs.dispatcher as never,
      audit: theirs.audit as never,
    });
    await expect(kernel.runQuery(engine as never, ours.query)).rejects.toMatchObject({
      code: 'config_malformed',
    });
    expect([...ours.ran, ...theirs.ran]).toEqual([]);
  });
});
