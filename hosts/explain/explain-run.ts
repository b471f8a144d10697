/** Puts the records of one run together, call by call. Pure; trusts no field of a record. */
import { type Code, codes, type JsonObject } from '../../schemas/index.js';
import type {
  ExplainedAnswer,
  ExplainedCall,
  ExplainedDenial,
  ExplainedEdge,
  ExplainedPause,
  ExplainedRun,
} from './explained-run.js';
import {
  labelsIn,
  numberOrNull,
  recordIn,
  recordsIn,
  textIn,
  textOrNull,
  textsIn,
} from './record-fields.js';
import type { RunRecords } from './run-records.js';

type Draft = { -readonly [K in keyof ExplainedCall]: ExplainedCall[K] };

/** Explains a run from its records. */
export function explainRun({ run, records, unread, isCut }: RunRecords): ExplainedRun {
  const calls = new Map<string, Draft>();
  const plans: { readonly digest: string; readonly steps: number | null }[] = [];
  const pauses: ExplainedPause[] = [];
  let startedAt: number | null = null;
  let end: { readonly status: string; readonly at: number | null } | null = null;
  let strange = unread;
  for (const record of records) {
    const kind = textIn(record, 'kind');
    const data = recordIn(record, 'data');
    const call = textOrNull(record, 'call');
    if (kind === 'run_started') startedAt ??= numberOrNull(record, 'at');
    else if (kind === 'plan_verified') {
      const digest = textIn(data, 'plan');
      // A run that is taken up has its plan verified again.
      if (pauses.length === 0 || plans.every((plan) => plan.digest !== digest))
        plans.push({ digest, steps: numberOrNull(data, 'steps') });
    } else if (kind === 'run_suspended' || kind === 'run_resumed') {
      pauses.push(pauseOf(record));
      // It goes on: how it ended before says nothing any more.
      if (kind === 'run_resumed') end = null;
    } else if (kind === 'run_ended')
      end = { status: textIn(data, 'status'), at: numberOrNull(record, 'at') };
    else if (call !== null && Object.hasOwn(parts, kind)) {
      const draft = draftOf(calls, call);
      const at = numberOrNull(record, 'at');
      draft.startedAt ??= at;
      // What somebody finds out later does not make the call longer.
      if (kind !== 'resolution' && kind !== 'late_result') draft.endedAt = at;
      parts[kind]?.(draft, data);
    } else strange += 1;
  }
  return {
    run,
    startedAt,
    endedAt: end?.at ?? null,
    status: end?.status ?? null,
    plans,
    pauses,
    calls: [...calls.values()],
    records: records.length,
    unread: strange,
    isCut,
  };
}

function pauseOf(record: JsonObject): ExplainedPause {
  const at = numberOrNull(record, 'at');
  const isResumed = textIn(record, 'kind') === 'run_resumed';
  const step = isResumed ? null : textIn(recordIn(record, 'data'), 'step');
  return { kind: isResumed ? 'resumed' : 'suspended', at, step };
}

function draftOf(calls: Map<string, Draft>, call: string): Draft {
  const known = calls.get(call);
  if (known !== undefined) return known;
  const draft: Draft = {
    call,
    step: '-',
    tool: '-',
    startedAt: null,
    endedAt: null,
    verdict: 'unknown',
    arguments: [],
    answers: [],
    wasAsked: false,
    policy: null,
    releases: [],
    rulings: [],
    denial: null,
    end: null,
    late: null,
    resolution: null,
  };
  calls.set(call, draft);
  return draft;
}

/** What each kind of record says of its call. */
const parts: Readonly<Record<string, (call: Draft, data: JsonObject) => void>> = Object.freeze({
  admission: (call, data) => {
    decided(call, data);
    // A call that was admitted and refused is no call: the record that came first counts.
    if (call.verdict === 'unknown') call.verdict = 'admitted';
    call.policy = textOrNull(data, 'policy');
  },
  denial: (call, data) => {
    decided(call, data);
    call.verdict = 'refused';
    call.denial = denialOf(data, call);
  },
  release: (call, data) => {
    const { argument, rule, declassifier, releases } = textsBy(data, [
      'argument',
      'rule',
      'declassifier',
      'releases',
    ]);
    call.releases = [...call.releases, { argument, rule, declassifier, releases }];
  },
  ruling: (call, data) => {
    const { decision, approver } = textsBy(data, ['decision', 'approver']);
    const isSigned = data['isSigned'] === true;
    const source = textOrNull(data, 'source');
    call.wasAsked = true;
    call.rulings = [...call.rulings, { decision, approver, source, isSigned }];
  },
  terminal: (call, data) => {
    const outcome = textIn(data, 'outcome');
    call.end = { outcome, output: textOrNull(data, 'output'), code: textOrNull(data, 'code') };
  },
  late_result: (call, data) => {
    call.late = textIn(data, 'settled');
  },
  resolution: (call, data) => {
    call.resolution = textsBy(data, ['outcome', 'by']);
  },
});

function textsBy<K extends string>(data: JsonObject, keys: readonly K[]): Record<K, string> {
  return Object.fromEntries(keys.map((key) => [key, textIn(data, key)])) as Record<K, string>;
}

function decided(call: Draft, data: JsonObject): void {
  call.step = textIn(data, 'step');
  call.tool = textIn(data, 'tool');
  call.arguments = labelsIn(data);
  call.answers = recordsIn(data, 'answers').map(answerOf);
  call.wasAsked ||= call.answers.some(({ outcome }) => outcome === 'require_user');
}

function answerOf(answer: JsonObject): ExplainedAnswer {
  const { stage, outcome } = textsBy(answer, ['stage', 'outcome']);
  const rules = recordIn(answer, 'rules');
  const judgement = recordIn(answer, 'judgement');
  const score = numberOrNull(judgement, 'score');
  const review = textOrNull(answer, 'review');
  const decisive = textsIn(rules, 'decided');
  const by = [
    ...decisive.map((rule) => `rule ${rule}`),
    ...textsIn(rules, 'advisory').map((rule) => `advisory ${rule}`),
    ...textsIn(rules, 'overridden').map((rule) => `overridden ${rule}`),
    ...(score === null
      ? []
      : [`score ${score}, threshold ${numberOrNull(judgement, 'threshold') ?? '-'}`]),
    ...(review === null ? [] : [review]),
  ];
  const asks = recordsIn(answer, 'asks').map((asked) => ({
    rule: textIn(asked, 'rule'),
    argument: textOrNull(asked, 'argument'),
  }));
  return { stage, outcome, rules: decisive, by, asks };
}

function denialOf(data: JsonObject, call: ExplainedCall): ExplainedDenial {
  const { stage, code } = textsBy(data, ['stage', 'code']);
  return {
    stage,
    code,
    mend: Object.hasOwn(codes, code) ? codes[code as Code].mend : null,
    rules: textsIn(recordIn(data, 'rules'), 'decided'),
    edge: edgeOf(recordIn(data, 'edge'), call),
  };
}

function edgeOf(edge: JsonObject, call: ExplainedCall): ExplainedEdge | null {
  const argument = textOrNull(edge, 'argument');
  if (argument === null) return null;
  const { failure, discloses } = textsBy(edge, ['failure', 'discloses']);
  const label = call.arguments.find((part) => part.argument === argument)?.label ?? null;
  return { argument, failure, discloses, label };
}
