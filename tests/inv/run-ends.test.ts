// Family F: a run ends with a status, whatever a model or a tool does.
import { expect } from 'vitest';
import { createKernel } from '../../hosts/index.js';
import type { Parser, Planner, RunStatus } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeNotebook } from '../fakes/notebook.js';
import { makeOffice } from '../fakes/office.js';
import { call, constant, parse, planOf, ref } from '../fakes/plan-steps.js';

/** An error that fights back when it is looked at. */
function hostileError(): object {
  return new Proxy(new Error('x'), {
    get() {
      throw new Error('do not look');
    },
    getOwnPropertyDescriptor() {
      throw new Error('do not look');
    },
    getPrototypeOf() {
      throw new Error('do not look');
    },
  });
}

/** Ways to fail, as what a tool or a model does instead of answering. */
const failures: readonly (() => unknown)[] = [
  () => {
    throw new Error('x');
  },
  () => Promise.reject(new Error('x')),
  () => Promise.reject(undefined),
  () => Promise.reject(null),
  () => Promise.reject(hostileError()),
  () => {
    throw hostileError();
  },
  () => {
    throw Object.assign(new Error('x'), { code: 'committed', status: 'committed' });
  },
];

/** Answers that are none. */
const answers: readonly (() => unknown)[] = [
  () => undefined,
  () => 'Sure, here is the plan: …',
  () => ({ steps: [], final: 'x' }),
  () => Symbol('x'),
  () => 1n,
  () => new Map([['steps', []]]),
  () => revoked(),
  () => [revoked()],
  () => new Proxy({}, { ownKeys: () => ['a'] }),
  () => Array.from({ length: 3 }, () => Number.NaN),
];

/** A proxy that throws at any touch. */
function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

verifies(['INV-F8', 'K-16'], 'whatever a tool does, the run ends and says how', async () => {
  const ends: RunStatus[] = ['failed', 'uncertain'];
  for (const answer of [...failures, ...answers]) {
    const result = await makeNotebook({ answer }).note();
    expect(ends).toContain(result.status);
    expect(result.output).toBeNull();
    expect(result.trace.at(-1)).toMatchObject({ kind: 'run_errored' });
    expect(result.effects).toHaveLength(1);
  }
});

verifies(['INV-F8', 'K-16'], 'whatever a planner does, the run ends and says how', async () => {
  const ends: RunStatus[] = ['failed', 'rejected'];
  for (const plan of [...failures, ...answers]) {
    const planner = { plan } as unknown as Planner;
    const result = await makeOffice({ planner }).run('Do it.');
    expect(ends).toContain(result.status);
    expect(result.effects).toEqual([]);
  }
});

verifies(['INV-F8', 'K-16'], 'whatever a parser does, the run ends and says how', async () => {
  const steps = [constant('c', 'text'), parse('p', ref('c'), 'words')];
  for (const answer of [...failures, ...answers]) {
    const parser = { parse: answer } as unknown as Parser;
    const result = await makeOffice({ parser }).run('Do it.', steps);
    expect(result.status).toBe('failed');
  }
});

verifies('INV-F8', 'a missing model is told, and a plan that was given needs none', async () => {
  const kernel = createKernel({ tools: [], principal: 'user:alice@example.com' });
  expect(await kernel.run('Do it.')).toMatchObject({
    status: 'failed',
    problem: { code: 'reasoner_missing' },
  });
  const plan = planOf(constant('c', 1));
  expect(await kernel.run('Do it.', { plan })).toMatchObject({ status: 'committed' });
  for (const given of [...answers.map((answer) => answer()), hostileError()]) {
    if (given === undefined) continue;
    expect((await kernel.run('Do it.', { plan: given })).status).toBe('rejected');
  }
});

verifies(
  ['INV-F8', 'INV-B9'],
  'a promise with a `then` of its own cannot end the run',
  async () => {
    const odd: readonly (() => object)[] = [
      () => {
        throw new Error('x');
      },
      () => ({}),
    ];
    for (const then of odd) {
      const answer = (): unknown => Object.assign(Promise.resolve({ ok: true }), { then });
      const notebook = makeNotebook({ answer, spec: { timeoutMs: 50 } });
      const result = await notebook.note();
      expect(result.status).toBe('committed');
      expect(notebook.records().filter(({ kind }) => kind === 'terminal')).toHaveLength(1);
    }
  },
);

verifies(['INV-F8', 'INV-T8'], 'a timer that fails gives the tool no time at all', async () => {
  const broken = {
    after: (): never => {
      throw new Error('no timer');
    },
  };
  const answer = (): unknown => new Promise(() => undefined);
  const notebook = makeNotebook({ answer, ports: { timer: broken } });
  expect(await notebook.note()).toMatchObject({
    status: 'uncertain',
    problem: { code: 'tool_timeout' },
  });
  const hasty = {
    after(_: number, callback: () => void) {
      callback();
      return () => undefined;
    },
  };
  const early = makeNotebook({ answer, ports: { timer: hasty } });
  expect(await early.note()).toMatchObject({ status: 'uncertain' });
  expect(early.records().filter(({ kind }) => kind === 'terminal')).toHaveLength(1);
});

verifies('INV-F8', 'a step that no plan may have does not run', async () => {
  const notebook = makeNotebook();
  const plan = planOf(call('n', '__proto__', { text: 'x' }));
  expect(await notebook.kernel.run('Do it.', { plan })).toMatchObject({ status: 'rejected' });
  expect(notebook.notes()).toEqual([]);
});
