/**
 * What is written down of one observed call: names, labels, codes; no argument, no result, no word
 * of a tool. One shape for writing and reading. Upholds INV-V6.
 */
import { z } from 'zod';
import type { ObservedDecision } from '../../kernel/index.js';
import type { Label } from '../../schemas/index.js';

/** Longest text, and most items of a list, that a line holds or is read of. */
const MAX_TEXT = 512;
const MAX_ITEMS = 64;

const text = z.string().max(MAX_TEXT);
const texts = z.array(text).max(MAX_ITEMS);
const label = z.strictObject({
  sources: texts,
  control: texts,
  readers: z.union([z.literal('anyone'), texts]),
  subjects: texts,
});

/**
 * How a tool stands to the settings: named as it is defined, named as it was defined otherwise, not
 * named, or of a definition that cannot be enforced; `unknown` where nobody defines it.
 */
export const standings = Object.freeze([
  'pinned',
  'drifted',
  'unnamed',
  'unfit',
  'unknown',
] as const);
export type ToolStanding = (typeof standings)[number];

export const observedCallSchema = z.strictObject({
  v: z.literal(1),
  kind: z.literal('observed_call'),
  /** It ran, whatever stands here. */
  enforced: z.literal(false),
  /** Milliseconds since the epoch: when it was made. */
  at: z.number(),
  session: text,
  tool: text,
  /** Where the tool is a server's: which, and the definition that was seen. */
  place: z.strictObject({ server: text, tool: text, digest: text.nullable() }).nullable(),
  standing: z.enum(standings),
  /** Where the rules stand that decided: settings of a gateway, or a policy. */
  rules: z.enum(['settings', 'policy']),
  outcome: z.enum(['allow', 'require_user', 'deny']),
  refusals: z
    .array(
      z.strictObject({
        stage: text,
        code: text,
        argument: text.nullable(),
        /** Whether a release rule could let it pass. */
        releasable: z.boolean(),
      }),
    )
    .max(MAX_ITEMS),
  asks: z
    .array(z.strictObject({ stage: text, rule: text, argument: text.nullable() }))
    .max(MAX_ITEMS),
  /** Layers that would have had to ask outside first. */
  pending: texts,
  /** Capabilities that the tool needs. */
  requires: texts,
  labels: z.record(text, label),
  /** Whether the tool answered, or failed. */
  ended: z.enum(['answered', 'failed']),
});

export type ObservedCall = z.output<typeof observedCallSchema>;

/** What is known of a call beside the decision. */
export interface CallFacts
  extends Readonly<
    Pick<ObservedCall, 'at' | 'session' | 'place' | 'standing' | 'rules' | 'ended'>
  > {
  readonly requires: readonly string[];
}

/** Writes a decision down. */
export function observedCall(decision: ObservedDecision, facts: CallFacts): ObservedCall {
  const { at, session, place, standing, rules, requires, ended } = facts;
  // INV-V6: of the decision, and it holds no argument; reasons and details are left out.
  const { tool, outcome, answers, pending, labels } = decision;
  return {
    v: 1,
    kind: 'observed_call',
    enforced: false,
    at,
    session,
    tool: cut(tool),
    place: place === null ? null : { ...place, tool: cut(place.tool) },
    standing,
    rules,
    outcome,
    refusals: refusalsOf(answers),
    asks: asksOf(answers),
    pending: [...pending],
    requires: cutList(requires),
    labels: Object.fromEntries(
      Object.entries(labels)
        .slice(-MAX_ITEMS)
        .map(([pointer, one]) => [cut(pointer), cutLabel(one)]),
    ),
    ended,
  };
}

function refusalsOf(answers: ObservedDecision['answers']): ObservedCall['refusals'] {
  const denials = answers.flatMap((one) => (one.outcome === 'deny' ? [one.denial] : []));
  return denials.slice(0, MAX_ITEMS).map(({ stage, code, edge, remedies }) => ({
    stage,
    code,
    argument: edge === undefined ? null : cut(edge.argument),
    releasable: remedies.some(({ move }) => move === 'release_rule'),
  }));
}

function asksOf(answers: ObservedDecision['answers']): ObservedCall['asks'] {
  return answers
    .filter(({ stage }) => stage !== 'approval')
    .flatMap((one) => (one.outcome === 'require_user' ? one.obligations : []))
    .slice(0, MAX_ITEMS)
    .map(({ source, rule, pointer }) => ({
      stage: source,
      rule: cut(rule),
      argument: pointer === undefined ? null : cut(pointer),
    }));
}

function cut(given: string): string {
  return given.length <= MAX_TEXT ? given : `${given.slice(0, MAX_TEXT - 1)}…`;
}

function cutList(names: readonly string[]): string[] {
  if (names.length <= MAX_ITEMS) return names.map(cut);
  const listed = names.slice(0, MAX_ITEMS - 1);
  return [...listed.map(cut), `+${names.length - listed.length}`];
}

function cutLabel({ sources, control, readers, subjects }: Label): z.output<typeof label> {
  return {
    sources: cutList(sources),
    control: cutList(control),
    readers: readers === 'anyone' ? readers : cutList(readers),
    subjects: cutList(subjects),
  };
}
