// Tools that listen for the end of their call, and throw when it comes.
import { expect } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { done, makeNotebook } from '../fakes/notebook.js';
import { expectCommitted } from '../fakes/refusal.js';

/** What would end the process while a body runs, and shortly after. */
async function uncaughtDuring(body: () => Promise<void>): Promise<readonly unknown[]> {
  const kinds = ['uncaughtException', 'unhandledRejection'] as const;
  const others = kinds.map((kind) => process.listeners(kind as 'uncaughtException'));
  const found: unknown[] = [];
  const collect = (error: unknown): void => void found.push(error);
  for (const kind of kinds) process.removeAllListeners(kind).on(kind, collect);
  try {
    await body();
    await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    for (const [i, kind] of kinds.entries()) {
      process.removeAllListeners(kind);
      for (const listener of others[i] ?? []) process.on(kind as 'uncaughtException', listener);
    }
  }
  return found;
}

function throwing(signal: AbortSignal): string[] {
  const heard: string[] = [];
  const fail = (how: string): never => {
    heard.push(how);
    throw new Error(how);
  };
  signal.addEventListener('abort', () => fail('function'), { once: true });
  signal.addEventListener('abort', { handleEvent: () => fail('object') });
  signal.addEventListener('abort', async () => fail('promise'));
  signal.onabort = () => fail('onabort');
  const taken = (): never => fail('taken');
  signal.addEventListener('abort', taken);
  signal.removeEventListener('abort', taken);
  return heard;
}

interface Context {
  readonly signal: AbortSignal;
}

verifies(
  'INV-F12',
  'a tool that hangs hears of the end, and what it throws stays there',
  async () => {
    let heard: readonly string[] = [];
    const stop = new AbortController();
    const answer = (_args: unknown, { signal }: Context): Promise<never> => {
      heard = throwing(signal);
      setTimeout(() => stop.abort(), 1);
      return new Promise(() => undefined);
    };
    const notebook = makeNotebook({ answer });
    const uncaught = await uncaughtDuring(async () => {
      const result = await notebook.note('milk', { signal: stop.signal });
      expect(result.status).toBe('uncertain');
    });
    expect([...heard].sort()).toEqual(['function', 'object', 'onabort', 'promise']);
    expect(uncaught).toEqual([]);
  },
);

verifies('INV-F12', 'a tool that has answered hears nothing of the end', async () => {
  let heard: readonly string[] = [];
  const answer = (_args: unknown, { signal }: Context): object => {
    heard = throwing(signal);
    return done;
  };
  const notebook = makeNotebook({ answer });
  const uncaught = await uncaughtDuring(async () => expectCommitted(await notebook.note()));
  expect(heard).toEqual([]);
  expect(uncaught).toEqual([]);
});

verifies('INV-F12', 'so does one that failed, and a planner may throw too', async () => {
  let heard: readonly string[] = [];
  const answer = (_args: unknown, { signal }: Context): never => {
    heard = throwing(signal);
    throw new Error('no ink');
  };
  const plan = async (_context: unknown, { signal }: Context): Promise<never> => {
    throwing(signal);
    throw new Error('no plan');
  };
  const notebook = makeNotebook({ answer, planner: { plan } as never });
  const uncaught = await uncaughtDuring(async () => {
    expect(await notebook.note()).toMatchObject({ problem: { code: 'tool_failed' } });
    expect(await notebook.kernel.run('Note milk.')).toMatchObject({ output: null });
  });
  expect(heard).toEqual([]);
  expect(uncaught).toEqual([]);
});
