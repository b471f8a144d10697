// Built-ins that were patched after the kernel loaded: none is handed a tool's callable.
import { expect, test } from 'vitest';
import { createKernel, defineTool } from '../../hosts/index.js';
import { verifies } from '../claims/verifies.js';
import { noteSpec } from '../fakes/notebook.js';
import { patched } from '../fakes/patched.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { watchBuiltins } from '../fakes/watched-builtins.js';

const config = { grant: ['notes.write'], principal: 'user:alice@example.com', home: null };
const plan = planOf(call('a', 'note', { text: 'one' }), call('b', 'note', { text: 'two' }));

/** A callable that counts how often it ran. */
function counting(): { readonly run: () => unknown; readonly count: () => number } {
  let count = 0;
  return {
    run: () => {
      count += 1;
      return { ok: true };
    },
    count: () => count,
  };
}

verifies('INV-B2', 'no built-in sees the callable while a kernel is built and runs', async () => {
  for (const scope of [undefined, null]) {
    const { run, count } = counting();
    const tool = defineTool({ ...noteSpec, run });
    const watch = watchBuiltins(run, ['note', 'run', '#run']);
    const result = await patched(watch.patches, () =>
      createKernel({
        ...config,
        tools: [tool],
        ...(scope === null ? { ports: { scope } } : {}),
      }).run('Note both.', { plan }),
    );
    expect(result.status).toBe('committed');
    expect(count()).toBe(2);
    expect(watch.calls()).toBeGreaterThan(100);
    expect(watch.leaks).toEqual([]);
  }
});

verifies('INV-B2', 'no built-in sees the callable while its tool is defined', () => {
  const { run } = counting();
  const given = { ...noteSpec, run };
  const watch = watchBuiltins(run, ['note', 'run', '#run']);
  const tool = patched(watch.patches, () => defineTool(given));
  expect(tool.name).toBe('note');
  expect(watch.leaks).toEqual([]);
});

verifies('INV-B2', 'a `this` that a callable is given leads nowhere', async () => {
  const seen: unknown[] = [];
  const tool = defineTool({
    ...noteSpec,
    run(this: unknown, ...given: readonly unknown[]) {
      seen.push(this, given.length, Reflect.ownKeys(given[1] as object));
      return { ok: true };
    },
  });
  const kernel = createKernel({ ...config, tools: [tool] });
  await kernel.run('Note.', { plan: planOf(call('a', 'note', { text: 'one' })) });
  expect(seen).toEqual([undefined, 2, ['call']]);
});

test('the watch does find a callable in a map, a list, a record, a call and a setter', () => {
  const { run } = counting();
  const watch = watchBuiltins(run, ['note']);
  const tools = new Map<string, () => unknown>();
  patched(watch.patches, () => {
    tools.set('note', run);
    tools.get('note')?.call(undefined);
    [run].includes(run);
    Object.freeze({ run });
    Object.assign({}, { note: run });
    const record: Record<string, unknown> = {};
    record['note'] = run;
  });
  expect(new Set(watch.leaks)).toEqual(
    new Set([
      'Map.prototype.set',
      'Function.prototype.call',
      'Array.prototype.includes',
      'Object.freeze',
      'Object.assign',
      'a setter note',
    ]),
  );
});
