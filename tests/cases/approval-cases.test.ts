// Reported cases on answers of the user that become rules. Inert text: nothing here is run.
import { expect } from 'vitest';
import { rememberedRule } from '../../kernel/policy/remember.js';
import type { Action, GuardrailRule } from '../../schemas/index.js';
import { readLine } from '../fakes/command-line.js';
import { decides } from './decides.js';
import { askedAbout, together } from './rule-setups.js';
import { ruledCall, shell } from './ruled-call.js';

const NOW = Date.now();

/** What "always allow" makes of a command line: a rule, or why there is none. */
function always(line: string): GuardrailRule | string {
  const { commands, isOpaque } = readLine(line, '/workspace');
  const [command] = commands;
  if (command === undefined) throw new TypeError('a line without a command');
  const action: Action = {
    tool: 'shell_exec',
    classes: ['processSpawn'],
    commands,
    isOpaque,
    paths: null,
    refs: null,
    hosts: null,
    count: null,
    cents: null,
  };
  const about = { command };
  const asked = { action, about, scope: 'workspace', decision: 'allow', id: 'remembered' } as const;
  const made = rememberedRule({ ...asked, now: NOW, ttlMs: 3_600_000 });
  return 'refused' in made ? made.refused : made;
}

/** What a later line meets where its program is asked about, but for one line always allowed. */
async function laterMeets(first: string, later: string) {
  const made = always(first);
  if (typeof made === 'string') throw new TypeError(made);
  const program = first.split(' ', 1)[0] ?? '';
  const { scope, ...own } = made;
  expect(scope).toBe('workspace');
  const kept = { rules: [{ ...own, scope: 'workspace' as const }] };
  return (await ruledCall(shell(later, together(askedAbout(program), kept), first))).code;
}

decides('approval-04', async () => {
  // Code in quotation marks becomes no rule; without, it is part of the rule.
  expect(always('python3 -c "print(1)"')).toBe('quoted_command');
  return laterMeets('python3 -c 1', 'python3 -c "import os; os.remove(\'a\')"');
});

decides('approval-06', async () => {
  expect(always('grep "on.*Tab" a.ts')).toBe('quoted_command');
  expect(await laterMeets('grep onTab a.ts', 'grep onTab b.ts')).toBe('approval_unavailable');
  return laterMeets('grep onTab a.ts', 'grep "on"; touch z; echo "Tab" a.ts');
});
