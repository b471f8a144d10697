/** What stage 4 tells of a refusal, asks, and releases. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DefinitionParts } from '../../../../hosts/conformance/classed.js';
import { labelsOf, provenanceStage } from '../../../../kernel/gate/stages/provenance.js';
import {
  type DeclassRule,
  type HostDeclassifier,
  type Label,
  makeLabel,
  type Obligation,
} from '../../../../schemas/index.js';
import { always, rule } from '../../../fakes/release-rule.js';
import { type CallParts, callOf, fromMail, fromUser, inputsOf } from './gate-call.js';

const input = z.strictObject({ text: z.string(), to: z.string().optional() });
const mailed = { args: { '/to': {} }, sink: undefined, input } as const;
const planned = makeLabel({ sources: ['planner'], control: ['planner'], readers: 'anyone' });
const chosenByMail = makeLabel({ sources: ['user'], control: ['tool:inbox'], readers: 'anyone' });
const chosenByPlanner = makeLabel({ sources: ['user'], control: ['planner'], readers: 'anyone' });

function answer(
  parts: CallParts,
  declassify: readonly DeclassRule[] | HostDeclassifier = [],
  spent = {},
) {
  const call = callOf(parts);
  const { policy } = inputsOf();
  const inputs = inputsOf({ policy: { ...policy, declassify }, spent });
  return provenanceStage(call, { args: call.args, tree: call.tree }, inputs);
}

describe('a refusal', () => {
  const toBob: Partial<DefinitionParts> = {
    ...mailed,
    recipients: [{ from: '/to', parse: 'email' }],
  };
  const sent = { text: 'x', to: 'bob@example.com' };
  const open = { ...mailed, args: { '/text': { role: 'content' } } } as const;
  const handle = { '/text': { handle: 'file' } } as const;
  const ofBob = makeLabel({ sources: ['user'], readers: 'anyone', subjects: ['third_party'] });
  const secret = makeLabel({ sources: ['user'], readers: ['user:alice@example.com'] });

  type Row = readonly [string, Partial<DefinitionParts>, object, Label, readonly string[]];
  const rows: readonly Row[] = [
    ['critical_untrusted', { args: {} }, { text: 'x' }, planned, ['quote_value', 'use_fact']],
    ['handle_required', { args: handle }, { text: 'x' }, fromUser, ['use_handle']],
    ['control_tainted', { args: {} }, { text: 'x' }, chosenByMail, ['quote_value']],
    [
      'target_unanchored',
      { args: {}, commit: true },
      { text: 'x' },
      chosenByPlanner,
      ['quote_value'],
    ],
    ['recipient_unknown', toBob, { text: 'x' }, secret, ['narrow_recipient', 'use_fact']],
    ['reader_excluded', toBob, sent, secret, ['narrow_recipient', 'drop_argument']],
    ['third_party_subject', toBob, sent, ofBob, ['drop_argument']],
    ['content_to_other', open, { text: 'x' }, planned, ['quote_value', 'narrow_recipient']],
  ];

  test.each(rows)(
    'says %s, and every move that could mend it',
    (code, spec, args, label, moves) => {
      const { answer: said } = answer({ spec, args, label });
      expect(said).toMatchObject({ stage: 'provenance', outcome: 'deny' });
      const denial = said.outcome === 'deny' ? said.denial : null;
      expect(denial?.code).toBe(code);
      const detail = expect.stringMatching(/^`\/(text|to)`$/);
      expect(denial?.remedies).toEqual(
        [...moves, 'release_rule'].map((move) => ({ move, detail })),
      );
      expect(denial?.reason).toContain(`of \`note\`: ${code.replaceAll('_', ' ')} (written by `);
    },
  );

  test('names who wrote it and who chose it', () => {
    const named = { args: { '/text': {} } };
    const both = makeLabel({
      sources: ['planner', 'tool:a'],
      control: ['tool:b', 'tool:c'],
      readers: [],
    });
    const { answer: said } = answer({ spec: named, label: both });
    const where = '`/text` of `note`: critical untrusted (written by planner, tool:a;';
    expect(said).toMatchObject({
      denial: { reason: `${where} chosen by ${[...both.sources, ...both.control].join(', ')})` },
    });
    const { answer: alone } = answer({ decision: fromMail });
    const from = '`decision` of `note`: decision tainted (written by tool:read_inbox;';
    expect(alone).toMatchObject({ denial: { reason: `${from} chosen by nobody else)` } });
  });

  test('of the choice to act names the decision, and only a rule mends it', () => {
    const { answer: said, units } = answer({ decision: fromMail });
    const remedies = [{ move: 'release_rule', detail: '`decision`' }];
    expect(said).toMatchObject({ denial: { code: 'decision_tainted', remedies } });
    expect(units.map(({ pointer }) => pointer)).toEqual(['/text']);
  });

  test('is of the first part that is refused', () => {
    const spec = { ...mailed, args: {} };
    const { answer: said } = answer({ spec, args: { text: 'x', to: 'y' }, label: planned });
    expect(said).toMatchObject({ denial: { reason: expect.stringContaining('`/text`') } });
  });
});

describe('a question', () => {
  test('names the part, the tool, the rule and every failure that is left', () => {
    const label = makeLabel({ sources: ['planner'], control: ['tool:inbox'], readers: 'anyone' });
    const { answer: said, releases } = answer({ spec: { args: {} }, label }, [rule('ask', always)]);
    const asked = said.outcome === 'require_user' ? said.obligations : [];
    const reason = '`/text` of `note`: critical_untrusted, control_tainted';
    expect(said).toMatchObject({ stage: 'provenance', outcome: 'require_user' });
    const expected: readonly Obligation[] = [
      { source: 'provenance', rule: expect.any(String), reason, pointer: '/text' },
    ];
    expect(asked).toEqual(expected);
    expect([releases, Object.isFrozen(asked), Object.isFrozen(asked[0])]).toEqual([[], true, true]);
  });
});

describe('a release', () => {
  test('of everything says so, with the label, the bits and who released', () => {
    const { answer: said, releases } = answer({ spec: { args: {} }, label: planned }, [
      rule('release', always),
    ]);
    expect(said).toEqual({ stage: 'provenance', outcome: 'allow' });
    expect(releases).toHaveLength(1);
    expect(releases[0]).toMatchObject({
      argument: '/text',
      releases: 'all',
      declassifier: 'policy',
      label: planned,
    });
    const { releases: opaque } = answer({ spec: { args: {} }, label: planned }, () => 'release');
    expect(opaque[0]).toMatchObject({ declassifier: 'opaque' });
  });

  test('of control alone leaves what was written to be refused', () => {
    const control = [rule('release_control', always)];
    const chosen = answer({ spec: { args: {} }, label: chosenByMail }, control);
    expect(chosen.answer.outcome).toBe('allow');
    expect(chosen.releases[0]).toMatchObject({ releases: 'control' });
    const unanchored = { spec: { args: {}, commit: true }, label: chosenByPlanner };
    expect(answer(unanchored, control).answer.outcome).toBe('allow');
    const written = makeLabel({ sources: ['planner'], control: ['tool:a'], readers: 'anyone' });
    const left = answer({ spec: { args: {} }, label: written }, control);
    expect(left.answer).toMatchObject({ denial: { code: 'critical_untrusted' } });
    expect(left.releases).toHaveLength(1);
  });
});

test('a read that sends nothing out is not asked about', () => {
  const spec = { effect: 'read', args: {}, sink: undefined, classes: undefined } as const;
  const { answer: said, units, releases } = answer({ spec, label: fromMail, decision: fromMail });
  expect(said).toEqual({ stage: 'provenance', outcome: 'allow' });
  expect([units.length, releases]).toEqual([1, []]);
});

test('labels are told by the part, and the decision by its name', () => {
  const { units } = answer({ label: planned });
  const labels = labelsOf(units, fromMail);
  expect({ ...labels }).toEqual({ '/text': planned, decision: fromMail });
  expect([Object.isFrozen(labels), Object.getPrototypeOf(labels)]).toEqual([true, null]);
});
