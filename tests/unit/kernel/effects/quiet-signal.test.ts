// A signal whose listeners stay quiet: what they throw or promise goes nowhere.
import { describe, expect, test } from 'vitest';
import { makeQuietController } from '../../../../kernel/effects/quiet-signal.js';

const turns = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await null;
};

async function unhandled(body: () => void): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const keep = (error: unknown): void => void seen.push(error);
  const before = {
    rejections: process.listeners('unhandledRejection'),
    exceptions: process.listeners('uncaughtException'),
  };
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', keep);
  process.removeAllListeners('uncaughtException').on('uncaughtException', keep);
  try {
    body();
    await turns();
    await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    process.removeAllListeners('unhandledRejection').removeAllListeners('uncaughtException');
    for (const one of before.rejections) process.on('unhandledRejection', one);
    for (const one of before.exceptions) process.on('uncaughtException', one);
  }
  return seen;
}

describe('a quiet signal', () => {
  test('tells each listener once, as its own, with the event', () => {
    const { signal, abort } = makeQuietController();
    const heard: unknown[] = [];
    function listener(this: unknown, event: Event): void {
      heard.push([this === signal, event.type]);
    }
    const object = {
      handleEvent(event: Event): void {
        heard.push([this === object, event.type]);
      },
    };
    signal.addEventListener('abort', listener);
    signal.addEventListener('abort', listener);
    signal.addEventListener('abort', object);
    abort('over');
    abort('again');
    expect(heard).toEqual([
      [true, 'abort'],
      [true, 'abort'],
    ]);
    expect([signal.aborted, signal.reason]).toEqual([true, 'over']);
  });

  test('forgets who is taken away, and takes options like any other', () => {
    const { signal, abort } = makeQuietController();
    const heard: string[] = [];
    const gone = (): void => void heard.push('gone');
    const kept = { handleEvent: (): void => void heard.push('kept') };
    signal.addEventListener('abort', gone);
    signal.addEventListener('abort', kept);
    signal.removeEventListener('abort', gone);
    const once = (): void => void heard.push('once');
    signal.addEventListener('abort', once, { once: true });
    signal.dispatchEvent(new Event('abort'));
    abort();
    expect(heard).toEqual(['kept', 'once', 'kept']);
  });

  test('has one handler, the last that was set', () => {
    const { signal, abort } = makeQuietController();
    const heard: string[] = [];
    const first = (): void => void heard.push('first');
    const second = (): void => void heard.push('second');
    expect(signal.onabort).toBeNull();
    signal.onabort = first;
    expect(signal.onabort).toBe(first);
    signal.onabort = second;
    signal.dispatchEvent(new Event('abort'));
    signal.onabort = null;
    expect(signal.onabort).toBeNull();
    signal.onabort = { handleEvent: first } as never;
    expect(signal.onabort).toBeNull();
    abort();
    expect(heard).toEqual(['second']);
  });

  test('takes no listener for none', () => {
    const { signal, abort } = makeQuietController();
    signal.addEventListener('abort', null as never);
    signal.addEventListener('abort', undefined as never);
    signal.removeEventListener('abort', null as never);
    expect(() => abort()).not.toThrow();
    expect(signal.aborted).toBe(true);
  });

  test('keeps what a listener throws or rejects with to itself', async () => {
    const get = (): never => {
      throw new Error('read');
    };
    const thenable = Object.defineProperty({}, 'then', { get });
    const listeners: readonly (() => unknown)[] = [
      () => {
        throw new Error('thrown');
      },
      async () => {
        throw new Error('rejected');
      },
      () => thenable,
      () => null,
      () => 7,
    ];
    for (const listener of listeners) {
      const { signal, abort } = makeQuietController();
      signal.addEventListener('abort', listener as () => void);
      signal.addEventListener('abort', { handleEvent: listener as () => void });
      signal.addEventListener('abort', {} as never);
      signal.onabort = listener as () => void;
      expect(await unhandled(() => abort())).toEqual([]);
      expect(signal.aborted).toBe(true);
    }
  });

  test('is handed out with nothing but its end', () => {
    const controller = makeQuietController();
    expect([Object.keys(controller), Object.isFrozen(controller)]).toEqual([
      ['signal', 'abort'],
      true,
    ]);
  });
});
