/** What the engine says of something asked, in a form that can be compared. */
import { compileGuardrails, resolveAction } from '../../kernel/index.js';
import type { RuleDecision } from '../../schemas/index.js';
import type { Asked } from '../generators/policy-question.js';

interface Said {
  readonly source: string;
  readonly rule: string;
  readonly decision: RuleDecision;
}

/** `source:rule:decision`, each once, in order. */
export function textsOf(says: readonly Said[]): readonly string[] {
  const texts = says.map(({ source, rule, decision }) => `${source}:${rule}:${decision}`);
  return [...new Set(texts)].sort();
}

/** The answer of the engine, from a document that was compiled for this one question. */
export function ruled({ document, question }: Asked) {
  return resolveAction(compileGuardrails(document), question);
}
