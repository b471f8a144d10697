// One run's cancellation: who hears of it, once, and who is let go.
import { expect, test } from 'vitest';
import { CallSignal, Cancellation } from '../../../../kernel/effects/cancellation.js';

function outerSignal() {
  const controller = new AbortController();
  const listeners = new Set<unknown>();
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  const told: unknown[] = [];
  signal.addEventListener = ((type: string, listener: never, options: unknown) => {
    listeners.add(listener);
    told.push([type, options]);
    add(type as 'abort', listener, options as never);
  }) as never;
  signal.removeEventListener = ((type: string, listener: never) => {
    listeners.delete(listener);
    told.push([type]);
    remove(type as 'abort', listener);
  }) as never;
  return { controller, signal, listeners, told };
}

test('the host’s signal is listened to once, and let go at the end', () => {
  const { signal, listeners, told } = outerSignal();
  const cancellation = new Cancellation(signal as never);
  expect(told).toEqual([['abort', { once: true }]]);
  expect([cancellation.aborted, listeners.size]).toEqual([false, 1]);
  cancellation.close();
  expect([listeners.size, told.at(-1)]).toEqual([0, ['abort']]);
});

test('the host’s abort reaches every open call, with a reason, and each listener once', () => {
  const { controller, signal } = outerSignal();
  const cancellation = new Cancellation(signal as never);
  const [one, two] = [cancellation.signalOf('1'), cancellation.signalOf('2')];
  expect(cancellation.signalOf('1')).toBe(one);
  expect(one).not.toBe(two);
  const heard: string[] = [];
  cancellation.onAbort(() => heard.push('kept'));
  const takeAway = cancellation.onAbort(() => heard.push('taken away'));
  takeAway();
  cancellation.endCall('2');
  controller.abort();
  cancellation.abort();
  expect([cancellation.aborted, one.aborted, two.aborted]).toEqual([true, true, false]);
  expect((one as AbortSignal).reason).toBe('cancelled');
  expect(heard).toEqual(['kept']);
});

test('a call that begins after the abort is aborted', () => {
  const aborted = AbortSignal.abort();
  const cancellation = new Cancellation(aborted as never);
  expect(cancellation.aborted).toBe(true);
  const signal = cancellation.signalOf('1') as AbortSignal;
  expect([signal.aborted, signal.reason]).toEqual([true, 'cancelled']);
  const ended = new Cancellation(null);
  const open = ended.signalOf('1') as AbortSignal;
  ended.abort('ended');
  ended.abort('cancelled');
  expect(open.reason).toBe('ended');
});

test('a second abort tells nobody again', () => {
  const cancellation = new Cancellation(null);
  let times = 0;
  cancellation.onAbort(() => {
    times += 1;
  });
  cancellation.abort();
  cancellation.onAbort(() => {
    times += 10;
  });
  cancellation.abort();
  expect(times).toBe(1);
});

test('a call’s signal is made when it is asked for, and only once', () => {
  const cancellation = new Cancellation(null);
  const port = new CallSignal(cancellation, 'call-1');
  expect(port.call).toBe('call-1');
  const { signal } = port;
  expect(port.signal).toBe(signal);
  cancellation.abort();
  expect(signal.aborted).toBe(true);
});
