/** The approver at a terminal: a real one, lent by `script`; and none at all. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { approverName } from '../../../../hosts/approvals/approver-name.js';
import { terminalApprover } from '../../../../hosts/approvals/terminal-approver.js';
import { verifies } from '../../../claims/verifies.js';
import { anApprovalRequest } from '../../../fakes/approval-request.js';
import {
  hasPseudoTerminal,
  type OnTerminal,
  startOnTerminal,
} from '../../../fakes/pseudo-terminal.js';
import { projectRoot } from '../../../project.js';

const ASKER = join(projectRoot, 'dist/tests/unit/hosts/approvals/terminal-asker.js');
const start = (count: number): OnTerminal =>
  startOnTerminal([process.execPath, ASKER, String(count)]);
/** The request of this number is asked about. */
const asked = (number: number): RegExp => new RegExp(`Request +"r${number}"[^]*Type \`allow\``);
const never = new AbortController().signal;

const answers = [
  ['allow\r', 'allow'],
  ['allpw\b\bow\r', 'allow'],
  ['deny\r', 'deny'],
  ['y\r', 'deny'],
  ['\r', 'deny'],
  ['\u0003', 'deny'],
  ['allow\u0003', 'deny'],
  ['allow\u001b', 'deny'],
  ['allow it\r', 'deny'],
  ['ALLOW\r', 'deny'],
  ['\u001b[A\u001b[B\r', 'deny'],
] as const;

describe.skipIf(!hasPseudoTerminal)('on a terminal', () => {
  test('the whole word allows; all else refuses', async () => {
    const asker = start(answers.length);
    for (const [i, [keys]] of answers.entries()) {
      await asker.shows(asked(i + 1));
      asker.type(keys);
    }
    const { shown } = await asker.ended;
    const said = [...shown.matchAll(/r\d+ (\w+) by alice over terminal/g)].map(([, word]) => word);
    expect(said).toEqual(answers.map(([, decision]) => decision));
  });

  test('shows what the kernel says of the call', async () => {
    const asker = start(1);
    await asker.shows(asked(1));
    expect(asker.shown()).toContain('"/text" = "hello <b>world</b>"');
    expect(asker.shown()).toContain('it is published');
    expect(asker.shown()).toContain('e'.repeat(64));
    asker.type('\r');
    await asker.ended;
  });

  test('what was typed before the question stood there answers nothing', async () => {
    const asker = start(1);
    await asker.shows(/pid /);
    asker.type('allow\r');
    await asker.shows(asked(1));
    asker.type('\r');
    expect((await asker.ended).shown).toContain('r1 deny by alice');
  });

  test('asks about one request after another, and what is typed twice answers one', async () => {
    const asker = start(2);
    await asker.shows(asked(1));
    asker.type('allow\rallow\r');
    await asker.shows(asked(2));
    asker.type('\r');
    const { shown } = await asker.ended;
    expect(shown).toContain('r1 allow by alice');
    expect(shown).toContain('r2 deny by alice');
  });

  verifies(
    'A-26',
    'a question that another face has answered goes away, the next is asked',
    async () => {
      const asker = start(2);
      await asker.shows(asked(1));
      process.kill(Number(/pid (\d+)\./.exec(asker.shown())?.[1]), 'SIGUSR2');
      await asker.shows(asked(2));
      asker.type('allow\r');
      const { shown } = await asker.ended;
      expect(shown).toContain('r1 cancelled');
      expect(shown).toContain('r2 allow by alice');
    },
  );
});

describe('without a terminal', () => {
  test('nobody rules: a pipe that says yes is no consent', () => {
    const { stdout } = spawnSync(process.execPath, [ASKER, '1'], {
      input: 'y\ny\n',
      encoding: 'utf8',
    });
    expect(stdout.trim().split('\n').at(-1)).toBe('r1 terminal_required');
  });

  verifies('INV-Q11', 'nobody is asked, whichever end is none', async () => {
    const tty = { isTTY: true } as never;
    const pipe = { isTTY: false } as never;
    const asked = (input: never, output: never): Promise<unknown> =>
      terminalApprover({ input, output }).ask(anApprovalRequest(), { signal: never });
    await expect(asked(pipe, tty)).rejects.toThrow('the input is no terminal');
    await expect(asked(tty, pipe)).rejects.toThrow('the output is no terminal');
  });
});

describe('who rules', () => {
  test('is the user of the process, or who is named', () => {
    expect(approverName()).toMatch(/^[\w.@:+-]+$/);
    expect(approverName('bob@example.org')).toBe('bob@example.org');
  });

  test.each(['', 'a b', 'a\nb', 'x'.repeat(129), 'é'])('%j is no name', (name) => {
    expect(() => terminalApprover({ approver: name })).toThrow('an approver has a name');
  });
});
