import { describe, expect, it } from 'vitest';
import { linkAbort } from '../../../reasoner/cancellation.js';
import { abortError, assertNotAborted } from '../../../reasoner/index.js';

function aborted(reason?: unknown): AbortSignal {
  return AbortSignal.abort(reason);
}

describe('abortError', () => {
  it('tells a time limit from a cancellation by the reason', () => {
    const timeout = new DOMException('late', 'TimeoutError');
    expect(abortError(aborted(timeout)).code).toBe('reasoner_timeout');
    expect(abortError(aborted({ code: 'reasoner_timeout' })).code).toBe('reasoner_timeout');
    expect(abortError(aborted()).code).toBe('cancelled');
    expect(abortError(aborted('reasoner_timeout')).code).toBe('cancelled');
    expect(abortError(aborted(null)).code).toBe('cancelled');
  });

  it('does not repeat the reason', () => {
    const error = abortError(aborted(new Error('canary-7')));
    expect(error.message + error.mend).not.toContain('canary-7');
  });
});

describe('assertNotAborted', () => {
  it('throws only for an aborted signal', () => {
    expect(() => assertNotAborted(new AbortController().signal)).not.toThrow();
    expect(() => assertNotAborted(aborted())).toThrow(
      expect.objectContaining({ code: 'cancelled' }),
    );
  });
});

describe('linkAbort', () => {
  it('follows its source, with the reason', () => {
    const source = new AbortController();
    const link = linkAbort(source.signal);
    expect(link.signal.aborted).toBe(false);
    source.abort('why');
    expect(link.signal.reason).toBe('why');
  });

  it('is aborted at once for an aborted source', () => {
    expect(linkAbort(aborted('why')).signal.reason).toBe('why');
  });

  it('ends by its release alone, and then no longer listens', () => {
    const source = new AbortController();
    const first = linkAbort(source.signal);
    const second = linkAbort(source.signal);
    first.release();
    expect(first.signal.aborted).toBe(true);
    expect(second.signal.aborted).toBe(false);
    const before: unknown = first.signal.reason;
    source.abort('later');
    expect(first.signal.reason).toBe(before);
    expect(second.signal.reason).toBe('later');
  });
});
