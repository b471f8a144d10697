import { describe, expect, test } from 'vitest';
import { runProgram } from '../../../hosts/executors/process/run-program.js';

const env = { PATH: process.env['PATH'] ?? '' };

describe('a program', () => {
  test('that runs over its time is stopped with all that it started', async () => {
    const program = {
      argv: ['sh', '-c', 'sleep 600 & sleep 600'],
      env,
      timeoutMs: 200,
      maxBytes: 10,
    };
    const started = performance.now();
    await expect(runProgram(program)).rejects.toThrow(
      /it ran over 0 s and was stopped; it may have/,
    );
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('takes its words as they are', async () => {
    const argv = ['printf', '[%s]', 'a b', '$HOME', '"; ls', '-n', ''];
    const { stdout, code } = await runProgram({ argv, env, timeoutMs: 10_000, maxBytes: 1000 });
    expect(stdout.toString()).toBe('[a b][$HOME]["; ls][-n][]');
    expect(code).toBe(0);
  });

  test('that is not there ends like one that the shell did not find', async () => {
    const argv = ['no-such-program-4711'];
    const { code } = await runProgram({ argv, env, timeoutMs: 10_000, maxBytes: 1000 });
    expect(code).toBe(127);
  });

  test('sees none of the descriptors that watch it', async () => {
    const argv = ['sh', '-c', 'test -e /proc/$$/fd/3 && echo open || echo shut'];
    const { stdout } = await runProgram({ argv, env, timeoutMs: 10_000, maxBytes: 1000 });
    expect(stdout.toString()).toBe('shut\n');
  });
});
