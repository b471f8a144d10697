/** Subjects that are other processes: those that keep to the protocol, and those that do not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Case,
  conformance,
  type Ending,
  kernelSubject,
  type Stage,
  type Subject,
  stdioSubject,
} from '../../../../hosts/conformance/index.js';
import { HostError } from '../../../../hosts/errors.js';
import { projectRoot } from '../../../project.js';
import { scratchFolder } from '../stores/scratch.js';
import { plainCase } from './plain-case.js';

const fixture = (name: string): string =>
  join(projectRoot, 'tests/unit/hosts/conformance/fixtures', `${name}.mjs`);
const SERVE = [join(projectRoot, 'dist/hosts/cli/main.js'), 'conformance', '--serve'];

const opened: Subject[] = [];
afterEach(async () => {
  for (const subject of opened.splice(0)) await subject.close?.();
});

async function open(args: readonly string[], runMs = 20_000): Promise<Subject> {
  const subject = await stdioSubject(process.execPath, args, { runMs });
  opened.push(subject);
  return subject;
}

const stage: Stage = {
  admit: () => undefined,
  call: () => ({ text: 'x' }),
  plan: () => plainCase.situation.plan,
  parse: () => 'x',
  ask: () => 'deny',
};

async function faultOf(run: Promise<unknown>): Promise<readonly [string, string]> {
  const error: unknown = await run.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof HostError ? [error.code, error.message] : ['none', String(error)];
}

describe('a subject that keeps to the protocol', () => {
  test('the kernel decides through a pipe as it does in process, and calls the same', async () => {
    const served = await open(SERVE);
    const { watchers: _, ...takes } = kernelSubject().takes;
    expect(served.takes).toEqual({ ...takes, inProcess: false });
    const played = async (subject: Subject): Promise<readonly [Ending, unknown[]]> => {
      const calls: unknown[] = [];
      const call: Stage['call'] = (_call, tool, args) => {
        calls.push([tool, JSON.parse(JSON.stringify(args))]);
        return { text: 'y' };
      };
      return [await subject.play(plainCase, { ...stage, call }), calls];
    };
    const far = await played(served);
    expect(far).toEqual(await played(kernelSubject()));
    expect(far[0].status).toBe('committed');
    expect(far[1]).toHaveLength(1);
  });

  test('what fails on the stage fails in the subject, and the next run is a run', async () => {
    const served = await open(SERVE);
    const call: Stage['call'] = () => {
      throw new Error('out of order');
    };
    const failed = await served.play(plainCase, { ...stage, call });
    expect(failed.status).not.toBe('committed');
    const full = await served.play(plainCase, {
      ...stage,
      admit: () => Promise.reject(new Error('full')),
    });
    expect(full.status).not.toBe('committed');
    expect((await served.play(plainCase, stage)).status).toBe('committed');
  });

  test('a plan that is to be asked for is not told beforehand', async () => {
    const served = await open(SERVE);
    const asked: Case = {
      ...plainCase,
      settings: { ...plainCase.settings, isPlanned: true },
    };
    let plans = 0;
    const plan: Stage['plan'] = () => {
      plans += 1;
      return plainCase.situation.plan;
    };
    expect((await served.play(asked, { ...stage, plan })).status).toBe('committed');
    expect(plans).toBe(1);
    const none = await served.play(asked, { ...stage, plan: () => 42 });
    expect(none.status).not.toBe('committed');
  });

  test('the requirements are tried on it', async () => {
    const report = await conformance(await open(SERVE), {
      seed: 5,
      runs: 4,
      only: ['CK-1', 'CK-2', 'CK-6', 'CK-8', 'CK-17', 'CK-22'],
    });
    expect(report.findings.map(({ id, result }) => [id, result])).toEqual([
      ['CK-1', 'pass'],
      ['CK-2', 'pass'],
      ['CK-6', 'pass'],
      ['CK-8', 'pass'],
      ['CK-17', 'inconclusive'],
      ['CK-22', 'pass'],
    ]);
  });

  test('a host that asks nobody is found out', async () => {
    const report = await conformance(await open([fixture('reckless')]), {
      seed: 5,
      runs: 40,
      only: ['CK-5'],
    });
    expect(report.findings.map(({ result }) => result)).toEqual(['fail']);
  });
});

describe('a subject that does not', () => {
  test.each([
    ['exits', 'the subject ended with exit code 7 before it was told to'],
    ['garbage', 'line 2 is no JSON: expected a value at 1:1'],
    ['duplicates', 'line 2 is no JSON: a key occurs twice in one object at 1:10'],
    ['not utf-8', 'line 2 is no JSON: not UTF-8 text'],
    ['another run', 'the subject speaks of run 99, which is not on'],
    ['asks twice', 'the subject asks twice under id 1'],
    ['floods', 'the subject asks more than 10000 times'],
    ['long line', 'line 2 is longer than 8388608 bytes'],
    ['asks for more', 'the subject says what is no message of version 1'],
    ['ends oddly', 'the subject says what is no message of version 1'],
    ['says that it failed', 'the subject says that it failed'],
  ])('%s', async (way, words) => {
    const subject = await open([fixture('rude'), way]);
    const [code, message] = await faultOf(subject.play(plainCase, stage));
    expect(code).toBe('protocol_broken');
    expect(message).toContain(words);
  });

  test('one that never answers is ended, and so is its next process', async () => {
    const subject = await open([fixture('rude'), 'silent'], 700);
    const late = ['protocol_broken', 'the subject did not end the run within 700 ms'];
    expect(await faultOf(subject.play(plainCase, stage))).toEqual(late);
    expect(await faultOf(subject.play(plainCase, stage))).toEqual(late);
  });

  test('a second end is told of at the next run', async () => {
    const subject = await open([fixture('rude'), 'ends twice']);
    expect((await subject.play(plainCase, stage)).status).toBe('blocked');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [code, message] = await faultOf(subject.play(plainCase, stage));
    expect([code, message]).toEqual([
      'protocol_broken',
      'the subject speaks of run 1, which is not on',
    ]);
    expect((await subject.play(plainCase, stage)).status).toBe('blocked');
  });

  test.each([
    ['hello of version 2', 'the subject says what is no hello of version 1: at `hello.v`'],
    ['takes too little', 'the subject says what is no hello of version 1: at `hello.takes`'],
  ])('%s is no subject', async (way, words) => {
    const run = stdioSubject(process.execPath, [fixture('rude'), way]);
    expect(await faultOf(run)).toEqual(['protocol_broken', words]);
  });

  test('one without a hello is no subject', async () => {
    const args = [fixture('rude'), 'no hello'];
    const run = stdioSubject(process.execPath, args, { helloMs: 500 });
    expect(await faultOf(run)).toEqual([
      'protocol_broken',
      'the subject said no hello within 500 ms',
    ]);
  });

  test.each(['/nowhere/at/all', ''])('a program that there is not (`%s`)', async (program) => {
    expect((await faultOf(stdioSubject(program)))[0]).toBe('subject_unavailable');
  });

  test('its whole group is gone when it is closed', async () => {
    const file = join(scratchFolder(), 'pid');
    const subject = await open([fixture('rude'), 'leaves a child', file]);
    await subject.play(plainCase, stage);
    const pid = Number(readFileSync(file, 'utf8'));
    const isAlive = (): boolean => {
      try {
        // A process that nobody has waited for is none that runs.
        return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      } catch {
        return false;
      }
    };
    expect(isAlive()).toBe(true);
    await subject.close?.();
    for (let i = 0; i < 100 && isAlive(); i += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isAlive()).toBe(false);
  });
});
