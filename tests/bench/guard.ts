/**
 * The guard on texts made to be slow, beside a plain scan of the same bytes; and on a usual call.
 */
import { makeBashParser } from '../../hosts/index.js';
import { type GuardSubject, guardAnswer } from '../../kernel/vaglio/guard.js';
import type { JsonObject } from '../../schemas/index.js';
import type { Candidate } from './measure.js';

const means = { home: '/home/alice', cwd: '/workspace' };
const bash = makeBashParser();

/** What would be slow where a pattern backtracks, or a spelling is worked out again and again. */
export const adversarial: Readonly<Record<string, string>> = {
  'dd ': 'dd ',
  'chmod and blanks': `chmod${' '.repeat(95)}`,
  'dots and slashes': '/../.',
  'percent signs': '%2e%2e%2f',
  'look-alikes': '\uff0f\u2025\u200b',
};

/** The yardstick and the guard, on one text of a given length as a command. */
export function guardOn(unit: string, length: number): readonly Candidate[] {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const args = Object.freeze({ command: text, path: text });
  const subject = { tool: 'shell_exec', capabilities: [], args, ...means, shell: bash };
  return [
    { name: 'one look at each character', run: () => scan(text) },
    { name: 'guard', run: () => guardAnswer(subject) },
  ];
}

/** A plain scan: what reading the bytes costs at least. */
function scan(text: string): number {
  let slashes = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 47) slashes += 1;
  return slashes;
}

const mail = Object.freeze({
  to: 'bob@example.com',
  subject: 'Friday',
  body: 'See you at noon. The notes are in docs/plan.md, the rest follows.',
});
const file = Object.freeze({ path: '/workspace/src/index.ts', encoding: 'utf8' });
const command = 'git status -sb && git diff --stat HEAD~3 | head -20';

/** Usual calls: without commands, with one that is read anew each time, with one known already. */
export function guardOnUsual(): readonly Candidate[] {
  const call = (tool: string, args: JsonObject): GuardSubject =>
    Object.freeze({ tool, capabilities: [], args, ...means, shell: bash });
  const send = call('send', mail);
  const read = call('read', file);
  const known = call('shell_exec', { command });
  // More than a parser remembers.
  const others = Array.from({ length: 50 }, (_, at) =>
    call('shell_exec', { command: `${command} # ${at}` }),
  );
  let calls = 0;
  return [
    { name: 'mail of three fields', run: () => guardAnswer(send) },
    { name: 'file by its path', run: () => guardAnswer(read) },
    {
      name: 'command, read anew',
      run: () => {
        calls += 1;
        return guardAnswer(others[calls % others.length] ?? known);
      },
    },
    { name: 'command, read before', run: () => guardAnswer(known) },
  ];
}
