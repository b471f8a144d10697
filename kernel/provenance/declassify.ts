/**
 * Evaluates a DeclassPolicy on one refused unit: total, deterministic, no model in it (INV-P13,
 * INV-F6). The strictest matching rule wins, no match denies, and a host declassifier that throws
 * denies. A condition whose operand is absent or not trusted is unknown: a rule that releases does
 * not match then, one that asks or denies does.
 */
import {
  type Code,
  type DeclassPolicy,
  type DeclassRule,
  type HostDeclassifier,
  pointerSegments,
} from '../../schemas/index.js';
import { ignoreLate } from '../late-answer.js';
import { chargeOf, type DeclassSubject, evaluate } from './declass-condition.js';

export type DeclassDecision =
  | {
      readonly answer: 'release' | 'release_control';
      readonly rule: string;
      readonly bits: number;
      readonly opaque: boolean;
    }
  | { readonly answer: 'ask'; readonly rule: string }
  | { readonly answer: 'deny'; readonly rule: string | null; readonly code: Code | null };

export type { DeclassSubject };

const noMatch: DeclassDecision = Object.freeze({ answer: 'deny', rule: null, code: null });
const strictness = Object.freeze({ deny: 3, ask: 2, release_control: 1, release: 0 });

/** Decides whether a refused unit is released, asked about or denied. */
export function decideDeclass(
  policy: DeclassPolicy | HostDeclassifier,
  subject: DeclassSubject,
): DeclassDecision {
  if (typeof policy === 'function') return decideOpaque(policy, subject);
  let winner: DeclassRule | null = null;
  for (const rule of policy) {
    if (!concerns(rule, subject) || !matches(rule, subject)) continue;
    if (winner === null || strictness[rule.then] > strictness[winner.then]) winner = rule;
  }
  // INV-P13: no rule, no release.
  if (winner === null) return noMatch;
  const { id, then } = winner;
  if (then === 'deny') return { answer: 'deny', rule: id, code: 'declassify_denied' };
  if (then === 'ask') return { answer: 'ask', rule: id };
  return { answer: then, rule: id, bits: chargeOf(winner.when, subject), opaque: false };
}

function decideOpaque(policy: HostDeclassifier, subject: DeclassSubject): DeclassDecision {
  const { tool, argument, label, value, recipients } = subject;
  try {
    const answer: unknown = policy({ tool, argument, label, value, recipients });
    if (answer === 'release' || answer === 'release_control') {
      return { answer, rule: 'host', bits: 0, opaque: true };
    }
    if (answer === 'ask') return { answer, rule: 'host' };
    ignoreLate(answer);
    return {
      answer: 'deny',
      rule: 'host',
      code: answer === 'deny' ? 'declassify_denied' : 'declassify_failed',
    };
  } catch {
    // INV-F6: a declassifier that fails has released nothing.
    return { answer: 'deny', rule: 'host', code: 'declassify_failed' };
  }
}

function concerns(rule: DeclassRule, subject: DeclassSubject): boolean {
  if (rule.tool !== '*' && rule.tool !== subject.tool) return false;
  // A rule about arguments never speaks about the decision.
  if (rule.argument === '*') return subject.argument !== 'decision';
  return matchesPointer(rule.argument, subject.argument);
}

function matchesPointer(pattern: string, pointer: string): boolean {
  if (pattern === pointer) return true;
  if (!pattern.includes('*')) return false;
  const wanted = pointerSegments(pattern);
  const actual = pointerSegments(pointer);
  return (
    wanted.length === actual.length && wanted.every((part, i) => part === '*' || part === actual[i])
  );
}

function matches(rule: DeclassRule, subject: DeclassSubject): boolean {
  const truth = evaluate(rule.when, rule, subject);
  return truth === true || (truth === null && (rule.then === 'ask' || rule.then === 'deny'));
}
