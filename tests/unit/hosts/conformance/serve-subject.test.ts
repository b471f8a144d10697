/** The other side of the protocol: what is served, and what a kit must not say. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import {
  type Ending,
  type Stage,
  type Subject,
  serveSubject,
} from '../../../../hosts/conformance/index.js';
import { neutralCase } from '../../../../hosts/conformance/scene/neutral-case.js';
import { HostError } from '../../../../hosts/errors.js';
import { plainCase } from './plain-case.js';

const ending: Ending = { status: 'blocked', code: null, output: null, decisions: [] };

function hostOf(play: (stage: Stage) => Promise<unknown>): Subject {
  return {
    name: 'host',
    takes: {
      steps: ['const', 'tool', 'merge', 'q_parse', 'subkernel'],
      schemas: 'checking',
      parallel: false,
      inProcess: true,
      exact: false,
    },
    async play(_given, stage) {
      await play(stage);
      return ending;
    },
  };
}

/** A kit that says some lines, answers what it is asked, and then leaves. */
async function served(
  subject: Subject,
  said: readonly object[],
  answers: Readonly<Record<string, object>> = {},
): Promise<readonly unknown[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const heard: Record<string, unknown>[] = [];
  output.on('data', (bytes: Buffer) => {
    for (const line of bytes.toString('utf8').trim().split('\n')) {
      const message = JSON.parse(line) as Record<string, unknown>;
      heard.push(message);
      const { run, id, ask } = message;
      if (typeof ask === 'string') input.write(`${JSON.stringify({ run, id, ...answers[ask] })}\n`);
      if ('end' in message || 'failed' in message) input.end();
    }
  });
  for (const message of said) input.write(`${JSON.stringify(message)}\n`);
  await serveSubject(subject, input, output);
  return heard;
}

const run = { v: 1, run: 1, case: neutralCase(plainCase) };

test('a host of this process asks through the pipe, and ends the run there', async () => {
  const got: unknown[] = [];
  const subject = hostOf(async (stage) => {
    await stage.admit('c', 't0', { args: {} });
    got.push(await stage.call('c', 't0', {}), await stage.ask('t0'));
    got.push(await stage.plan({}, undefined), await stage.parse({}, 'any', 'x'));
  });
  const answers = {
    admit: { answer: null },
    call: { answer: { text: 'y' } },
    rule: { answer: 'allow' },
    plan: { answer: { steps: [] } },
    parse: { answer: 7 },
  };
  const heard = await served(subject, [run], answers);
  const { inProcess: _, ...takes } = subject.takes;
  expect(heard[0]).toEqual({ hello: { v: 1, name: 'host', takes } });
  expect(heard.slice(1, 4)).toEqual([
    { run: 1, id: 1, ask: 'admit', call: 'c', tool: 't0', evidence: { args: {} } },
    { run: 1, id: 2, ask: 'call', call: 'c', tool: 't0', args: {} },
    { run: 1, id: 3, ask: 'rule', tool: 't0' },
  ]);
  expect(heard.at(-1)).toEqual({ run: 1, end: ending });
  expect(got).toEqual([{ text: 'y' }, 'allow', { steps: [] }, 7]);
});

test('a ruling that is none is a no, and a host that throws says that it failed', async () => {
  const rulings: string[] = [];
  const asking = hostOf(async (stage) => rulings.push(await stage.ask('t0')));
  await served(asking, [run], { rule: { answer: 'sure' } });
  expect(rulings).toEqual(['deny']);
  const throwing = hostOf((stage) => Promise.resolve(stage.call('c', 't0', {})));
  const heard = await served(throwing, [run], { call: { error: true } });
  expect(heard.at(-1)).toEqual({ run: 1, failed: true });
});

test.each([
  ['no version', { run: 1, case: run.case }],
  ['another version', { ...run, v: 2 }],
  ['a case without settings', { ...run, case: { situation: run.case.situation } }],
  ['something else', { run: 1, id: 1, answer: 1, error: true }],
])('a kit that says %s is not heard any more', async (_, message) => {
  const subject = hostOf(async () => undefined);
  const failed: unknown = await served(subject, [message]).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(HostError);
  expect(failed).toMatchObject({ code: 'protocol_broken' });
});
