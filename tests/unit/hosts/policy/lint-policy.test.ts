/** Each kind of finding, and what is none. */
import { describe, expect, test } from 'vitest';
import { lintPolicy } from '../../../../hosts/policy/lint-policy.js';
import {
  type GuardrailDocument,
  type GuardrailDocumentInput,
  guardrailDocumentSchema,
} from '../../../../schemas/index.js';

const NOW = 1000;

function found(part: Omit<GuardrailDocumentInput, 'version'>): readonly string[] {
  const document = guardrailDocumentSchema.parse({ version: 1, ...part }) as GuardrailDocument;
  return lintPolicy(document, NOW).map(({ rule, kind, level }) => `${level} ${kind} ${rule}`);
}

const push = { id: 'a', scope: 'workspace', class: 'gitPush', decision: 'deny' } as const;
const refs = { constraint: { refs: ['main', 'dev'] } };

describe('a rule that another makes idle', () => {
  test('beside a stricter one of its scope and target', () => {
    expect(found({ rules: [push, { ...push, id: 'b', decision: 'allow' }] })).toEqual([
      'warning shadowed b',
    ]);
  });

  test('with the same constraint in another order', () => {
    const constraint = { refs: ['dev', 'main'] };
    const b = { ...push, id: 'b', decision: 'prompt' as const, constraint };
    expect(found({ rules: [b, { ...push, ...refs }] })).toEqual(['warning shadowed b']);
  });

  test('beside a rule of the template', () => {
    const rules = [{ ...push, class: 'gitCommit', decision: 'allow' }] as const;
    expect(found({ template: 'strict', rules: [...rules] })).toEqual(['warning shadowed a']);
  });

  test('below a managed tier that denies the class', () => {
    const managed = [{ id: 'm', class: 'gitPush', decision: 'deny' }] as const;
    expect(found({ rules: [push], managed: [...managed] })).toEqual(['warning unreachable a']);
  });

  test.each([
    [
      'one that ends sooner',
      [
        { ...push, expiresAt: 2000 },
        { ...push, id: 'b', decision: 'allow' },
      ],
    ],
    ['another scope', [push, { ...push, id: 'b', scope: 'space:s', decision: 'allow' }]],
    ['a constraint, which comes first', [push, { ...push, ...refs, id: 'b', decision: 'allow' }]],
    [
      'a ceiling, which splits',
      [
        { ...push, constraint: { maxCount: 3 } },
        { ...push, id: 'b', decision: 'allow', constraint: { maxCount: 3 } },
      ],
    ],
  ] as const)('is not found beside %s', (_, rules) => {
    expect(found({ rules: rules as unknown as GuardrailDocumentInput['rules'] })).toEqual([]);
  });

  test('is not found beside a soft one that may be passed', () => {
    const overrides = [{ rule: 'a', by: 'me', justification: 'why', expiresAt: 9000 }];
    const rules = [
      { ...push, enforcement: 'soft' },
      { ...push, id: 'b', decision: 'allow' },
    ] as const;
    expect(found({ rules: [...rules], overrides })).toEqual([]);
  });
});

describe('a trap', () => {
  test('ended, advisory, managed and allowing', () => {
    const rules = [
      { ...push, expiresAt: NOW },
      { ...push, id: 'b', enforcement: 'advisory' },
    ] as const;
    const managed = [{ id: 'm', class: 'gitPush', decision: 'allow' }] as const;
    expect(found({ rules: [...rules], managed: [...managed] })).toEqual([
      'warning expired a',
      'note advisory b',
      'warning managed_allow m',
    ]);
  });

  test('signs that mean themselves, and patterns that take nothing in', () => {
    const paths = ['/work/{a,b}', '/work/[ab]'];
    const rules = [
      { ...push, constraint: { paths } },
      { ...push, id: 'b', constraint: { refs: ['x', '!x'] } },
      { ...push, id: 'c', constraint: { paths: ['/work/../etc'] } },
    ];
    expect(found({ rules, never: { paths: ['/x/{y}'] } })).toEqual([
      'warning literal_bracket a',
      'warning literal_bracket a',
      'error dead_pattern b',
      'warning literal_bracket never.paths',
      'error dead_pattern c',
    ]);
  });

  test('what the grant lacks', () => {
    const rules = [
      { ...push, enforcement: 'soft' },
      { ...push, id: 'b', class: 'prCreate', enforcement: 'soft' },
    ] as const;
    const one = { by: 'me', justification: 'why' };
    const overrides = [
      { ...one, rule: 'a', expiresAt: NOW },
      { ...one, rule: 'b', expiresAt: NOW + 1 },
    ];
    const budgets = { 'mail.send': { run: { count: 1 } } };
    expect(found({ rules: [...rules], overrides, budgets, grant: [] })).toEqual([
      'warning override_expired a',
      'warning override_without_permission b',
      'warning budget_without_grant budgets.mail.send',
    ]);
    const grant = ['mail.send', 'policy:override'];
    expect(found({ rules: [...rules], overrides: overrides.slice(1), budgets, grant })).toEqual([]);
    expect(found({ rules: [...rules], overrides: overrides.slice(1), budgets })).toEqual([]);
  });

  test('an override of what is not soft, or has no such name', () => {
    const one = { by: 'me', justification: 'why', expiresAt: NOW + 1 };
    const overrides = [
      { ...one, rule: 'a' },
      { ...one, rule: 'aa' },
    ];
    expect(found({ rules: [push], overrides })).toEqual([
      'warning override_hard a',
      'note override_unmatched aa',
    ]);
  });

  test('a command that is allowed while its class is not', () => {
    const rules = [
      { id: 'a', scope: 'workspace', command: 'git status', decision: 'allow' },
      { id: 'b', scope: 'workspace', class: 'processSpawn', decision: 'prompt' },
    ] as const;
    expect(found({ rules: [...rules] })).toEqual(['note class_stands a']);
    expect(found({ rules: rules.slice(0, 1) })).toEqual([]);
  });
});
