import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MAX_OUTPUT_KEPT, ReasonerError } from '../../../reasoner/index.js';
import { codes } from '../../../schemas/index.js';

describe('ReasonerError', () => {
  it('takes the mend of its code unless it is given a better one', () => {
    const plain = new ReasonerError('reasoner_failed', 'it broke');
    const better = new ReasonerError('reasoner_failed', 'it broke', { mend: 'mend it' });
    expect(plain).toBeInstanceOf(Error);
    expect(plain.code).toBe('reasoner_failed');
    expect(plain.mend).toBe(codes.reasoner_failed.mend);
    expect(better.mend).toBe('mend it');
  });

  it('hands out the output and prints it nowhere', () => {
    const error = new ReasonerError('reasoner_output_invalid', 'no JSON', { output: 'canary-7' });
    expect(error.output).toBe('canary-7');
    const shown = [inspect(error), JSON.stringify(error), `${error}`, error.stack ?? ''].join('\n');
    expect(shown).not.toContain('canary-7');
  });

  it('has no output where none was given', () => {
    expect('output' in new ReasonerError('reasoner_failed', 'it broke')).toBe(false);
  });

  it('bounds the output, and leaves no half of a character at the cut', () => {
    const output = `${'a'.repeat(MAX_OUTPUT_KEPT - 1)}😀 and more`;
    const kept = new ReasonerError('reasoner_output_invalid', 'no JSON', { output }).output ?? '';
    expect(kept).toHaveLength(MAX_OUTPUT_KEPT);
    expect(kept.endsWith('a\ufffd')).toBe(true);
  });

  it('replaces lone surrogates and keeps whole ones', () => {
    const output = 'x\ud800y 😀';
    const error = new ReasonerError('reasoner_output_invalid', 'no JSON', { output });
    expect(error.output).toBe('x\ufffdy 😀');
  });
});
