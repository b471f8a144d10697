/** A policy document, and something that it is asked. */
import type fc from 'fast-check';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import type { PolicyQuestion } from '../../kernel/index.js';
import {
  type Action,
  type Grant,
  type GuardrailDocumentInput,
  parseGrant,
  type Standing,
} from '../../schemas/index.js';
import { drawAction, drawNet, drawStanding, type NetSay } from './any-action.js';
import { type Decisions, drawGuardrails, NOW } from './any-guardrails.js';
import { drawConfirms, drawSafety } from './any-safety.js';

/** What the engine is asked. */
export interface AskedQuestion {
  readonly action: Action;
  readonly standing: Standing;
  readonly now: number;
  readonly grant: Grant;
  readonly net: readonly NetSay[];
  readonly safety: PolicyQuestion['safety'];
  readonly confirms: PolicyQuestion['confirms'];
}

export interface Asked {
  readonly document: GuardrailDocumentInput;
  readonly question: AskedQuestion;
}

const PERMISSIONS = ['policy:override', 'policy:override_managed', 'mail.send'];

/** Draws a question at the one instant that documents know of. */
export function drawQuestion(draws: Draws): AskedQuestion {
  const action = drawAction(draws);
  return {
    action,
    standing: drawStanding(draws),
    now: NOW,
    grant: parseGrant(draws.some(PERMISSIONS)) ?? [],
    net: drawNet(draws),
    safety: drawSafety(draws, action),
    confirms: drawConfirms(draws),
  };
}

/** Something asked, and beside it whatever else a law needs. */
export function askedWith<T>(
  make: (draws: Draws) => T,
  decisions?: Decisions,
): fc.Arbitrary<Asked & T> {
  return drawn(420, (draws) => {
    const extra = make(draws);
    const question = drawQuestion(draws);
    return { ...extra, question, document: drawGuardrails(draws, decisions) };
  });
}

export const anyAsked: fc.Arbitrary<Asked> = askedWith(() => ({}));
