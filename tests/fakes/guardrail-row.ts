/** A row of a table on the policy: what is asked of which rules, and who decides how. Data. */
import { expect } from 'vitest';
import { compileGuardrails, type PolicyQuestion, resolveAction } from '../../kernel/index.js';
import {
  type Action,
  type Facet,
  type GuardrailDocumentInput,
  guardrailDocumentSchema,
  type RuleDecision,
  type Standing,
} from '../../schemas/index.js';
import type { CitedId } from '../claims/verifies.js';
import type { NetSay } from '../generators/any-action.js';
import { naiveRuled } from '../model/naive-rules.js';

/** The clock of every row that does not name another. */
export const NOON = 1_000_000;

export interface GuardrailRow {
  readonly ids: readonly CitedId[];
  readonly title: string;
  readonly document?: Omit<GuardrailDocumentInput, 'version'>;
  /** What the action says beside nothing. */
  readonly action?: Partial<Action>;
  /** Where it stands, if not in chat, in space `s1`, asked by agent `a1`. */
  readonly standing?: Partial<Standing>;
  readonly grant?: readonly string[];
  readonly net?: readonly NetSay[];
  readonly safety?: PolicyQuestion['safety'];
  readonly confirms?: PolicyQuestion['confirms'];
  readonly now?: number;
  readonly decision: RuleDecision;
  /** Each one `source:rule`, of that decision. */
  readonly deciding: readonly string[];
  /** Each one `source:rule:decision`. */
  readonly advisory?: readonly string[];
  readonly overridden?: readonly string[];
}

const silent: Action = {
  tool: null,
  classes: [],
  commands: [],
  isOpaque: false,
  paths: null,
  refs: null,
  hosts: null,
  count: null,
  cents: null,
};

const usual: Standing = {
  space: 's1',
  agent: 'a1',
  mode: 'chat',
  autonomy: null,
  safety: 'normal',
  isOperator: false,
};

/** All that an action names in a dimension. */
export function listed(...values: readonly string[]): Facet {
  return { values, reach: 'listed' };
}

/** What an action names in a dimension, beside more that nobody can tell. */
export function among(...values: readonly string[]): Facet {
  return { values, reach: 'open' };
}

/** A command as it was given, of plain words. */
export function given(text: string): Action['commands'][number] {
  return { words: text.split(' '), text };
}

interface Said {
  readonly source: string;
  readonly rule: string;
  readonly decision: string;
  readonly reason: string;
}

const textOf = ({ source, rule, decision }: Said): string => `${source}:${rule}:${decision}`;
const sorted = (texts: readonly string[]): readonly string[] => [...new Set(texts)].sort();

/** Expects the answer of a row from the engine, twenty times, and from the rules read naively. */
export function expectRuled(row: GuardrailRow): void {
  const document: GuardrailDocumentInput = { version: 1, ...row.document };
  const question = {
    action: { ...silent, ...row.action },
    standing: { ...usual, ...row.standing },
    now: row.now ?? NOON,
    grant: row.grant ?? [],
    net: row.net ?? [],
    safety: row.safety ?? [],
    confirms: row.confirms ?? [],
  };
  const expected = {
    decision: row.decision,
    deciding: sorted(row.deciding.map((text) => `${text}:${row.decision}`)),
    advisory: sorted(row.advisory ?? []),
    overridden: sorted(row.overridden ?? []),
  };
  const naive = naiveRuled(guardrailDocumentSchema.parse(document), question);
  expect({
    decision: naive.decision,
    deciding: sorted(naive.deciding),
    advisory: sorted(naive.advisory),
    overridden: sorted(naive.overridden),
  }).toEqual(expected);
  const guardrails = compileGuardrails(document);
  const answer = resolveAction(guardrails, question);
  const { decision, deciding, advisory, overridden } = answer;
  expect({
    decision,
    deciding: sorted(deciding.map(textOf)),
    advisory: sorted(advisory.map(textOf)),
    overridden: sorted(overridden),
  }).toEqual(expected);
  expectReasons(deciding);
  const again = Array.from({ length: 20 }, () => resolveAction(guardrails, question));
  expect(new Set(again.map((other) => JSON.stringify(other)))).toEqual(
    new Set([JSON.stringify(answer)]),
  );
}

/** Expects that whoever reads a refusal learns which written rule it comes from. */
function expectReasons(says: readonly Said[]): void {
  const written = ['space', 'agent', 'workspace', 'managed', 'unevaluable'];
  const unnamed = says.filter(
    ({ source, rule, reason }) =>
      reason === '' || (written.includes(source) && !reason.includes(rule)),
  );
  expect(unnamed).toEqual([]);
}
