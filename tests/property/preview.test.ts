import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import { anySituation, type Situation } from '../../hosts/conformance/scene/situation.js';
import { CAPABILITIES } from '../../hosts/conformance/scene/tool-sketch.js';
import type { Kernel, PlanPreview } from '../../hosts/index.js';
import type {
  ApprovalRequest,
  GuardrailDocumentInput,
  Obligation,
  PlannedEffect,
  PreviewCall,
  PreviewEffect,
  Source,
  TraceEvent,
} from '../../schemas/index.js';
import { isTaintedSource } from '../../schemas/index.js';
import { type Played, setStage } from './play.js';
import { seeded } from './seed.js';

const situations = anySituation({
  mixing: 4,
  failing: 0,
  rules: 3,
  parallel: 20,
  care: 90,
  steps: 8,
});

type Rules = Omit<GuardrailDocumentInput, 'version'>;

/** Budgets that are soon used up, and rules that ask or deny. */
function drawRules(draws: Draws): Rules {
  const budgets = draws.some(CAPABILITIES, 30).map((name) => {
    return [name, { [draws.pick(['run', 'principal'])]: { count: draws.below(4) } }] as const;
  });
  const decision = draws.pick(['allow', 'prompt', 'prompt', 'deny'] as const);
  const asks = {
    id: 'g0',
    scope: 'workspace' as const,
    class: draws.pick(['networkEgress', 'workspaceMutation'] as const),
    decision,
  };
  return { budgets: Object.fromEntries(budgets), rules: draws.chance(60) ? [asks] : [] };
}

const anyRules = drawn(24, drawRules);

type Decided = Extract<TraceEvent, { readonly kind: 'gate_allowed' | 'gate_denied' }>;

interface Foretold {
  readonly preview: PlanPreview;
  readonly played: Played;
  readonly situation: Situation;
  /** What had happened by the time that the preview was there. */
  readonly before: number;
}

async function foretell(situation: Situation, rules: Rules): Promise<Foretold> {
  const stage = setStage(situation);
  let models = 0;
  let preview: PlanPreview | undefined;
  let before = -1;
  const counting = {
    ask: async ({ approval, digest }: { approval: string; digest: string }) => {
      models += 1;
      return { approval, digest, decision: 'allow' as const, approver: 'me' };
    },
  };
  const look = async (kernel: Kernel, { query, facts, plan }: Situation): Promise<null> => {
    preview = kernel.preview(query, { facts, plan });
    before = models + kernel.audit.head.seq;
    return null;
  };
  const played = await stage.play(
    { salt: 6 },
    {
      config: {
        guardrails: { version: 1, ...rules },
        ports: { ...stage.ports, approver: counting },
      },
      before: look,
    },
  );
  if (preview === undefined) throw new Error('no preview');
  return { preview, played, situation, before };
}

function decisions({ result }: Played): readonly Decided[] {
  return result.trace.filter(
    ({ kind }) => kind === 'gate_allowed' || kind === 'gate_denied',
  ) as readonly TraceEvent[] as readonly Decided[];
}

/** The row of a preview that speaks of a step as records name it. */
function rowOf(preview: PlanPreview, step: string): PreviewEffect | undefined {
  const any = step.replace(/^([^.]+)\.\d+\./, '$1.*.');
  return preview.effects.find((row) =>
    row.kind === 'subkernel'
      ? step.startsWith(`${row.step}.`)
      : row.step === step || row.step === any,
  );
}

function askedBy({ answers }: Decided): readonly Obligation[] {
  return answers.flatMap((answer) =>
    answer.stage !== 'approval' && answer.outcome === 'require_user' ? answer.obligations : [],
  );
}

const ids = (asked: readonly Obligation[]): readonly string[] =>
  asked.map(({ source, rule, pointer }) => `${source} ${rule} ${pointer ?? ''}`).sort();

function checkPrediction({ prediction, isFixed, mayDecide }: PreviewCall, event: Decided): void {
  switch (prediction.outcome) {
    case 'allow':
      expect([event.step, event.kind, ids(askedBy(event))]).toEqual([
        event.step,
        'gate_allowed',
        [],
      ]);
      return;
    case 'require_user':
      expect([event.step, ids(askedBy(event))]).toEqual([event.step, ids(prediction.obligations)]);
      expect(event.kind).toBe('gate_allowed');
      return;
    case 'deny':
      expect([event.step, event.kind]).toEqual([event.step, 'gate_denied']);
      if (isFixed && event.denial?.code !== prediction.denial.code) {
        // Where content may decide, the labels may refuse before the stage that does for certain.
        const mayRefuseFirst = mayDecide.some((source) => isTaintedSource(source));
        expect([event.denial?.stage, mayRefuseFirst]).toEqual(['provenance', true]);
      }
      return;
    case 'depends':
      if (event.kind === 'gate_allowed')
        expect(ids(askedBy(event))).toEqual(
          expect.arrayContaining([...ids(prediction.obligations)]),
        );
      return;
    case 'stop':
      expect([event.step, 'was asked about']).toEqual([]);
  }
}

/** A schema that rewrites an argument mixes all labels into it, and the host's. */
function rewritten(event: Decided): readonly Source[] {
  return [
    'host',
    ...Object.values(event.labels).flatMap(({ sources, control }) => [...sources, ...control]),
  ];
}

function checkLabels(row: PreviewCall, event: Decided, { tools }: Situation): void {
  const sketch = tools.find(({ spec }) => spec.name === event.tool);
  const isPlain =
    sketch?.mixing === 'none' &&
    sketch.fields.every(({ kind }) => kind === 'any' || kind === 'text');
  for (const arg of row.args) {
    const labels = Object.entries(event.labels).filter(
      ([at]) => at === arg.pointer || at.startsWith(`${arg.pointer}/`),
    );
    for (const [at, { sources, control }] of labels) {
      if (arg.known) {
        if (at === arg.pointer && row.isFixed) expect(event.labels[at]).toEqual(arg.label);
        continue;
      }
      const may = [...arg.mayCarry, ...(isPlain ? [] : rewritten(event))];
      const missing = [...sources, ...control].filter((source) => !may.includes(source));
      expect([event.step, at, missing]).toEqual([event.step, at, []]);
    }
  }
}

function checkRun({ preview, played, situation }: Foretold): void {
  for (const event of decisions(played)) {
    // Withdrawn: a second decision, after the first was told of.
    const row = rowOf(preview, event.step);
    expect([event.step, row === undefined]).toEqual([event.step, false]);
    if (row === undefined) continue;
    if (row.kind === 'subkernel') {
      if (event.kind === 'gate_allowed')
        expect(row.tools.map(({ tool }) => tool)).toContain(event.tool);
      continue;
    }
    expect(row.tool).toBe(event.tool);
    checkPrediction(row, event);
    checkLabels(row, event, situation);
  }
}

interface Asked {
  readonly played: Played;
  /** What was asked while the run went on. */
  readonly asked: readonly string[];
  /** What the ruling on the plan was about; nothing where the plan was not asked about. */
  readonly shown: readonly string[];
}

const keyOf = ({ tool, args, labels }: Pick<PlannedEffect, 'tool' | 'args' | 'labels'>): string =>
  `${tool} ${args} ${labels}`;

/** Plays with an approver who always agrees, after a ruling on the plan or without one. */
async function askedOf(situation: Situation, rules: Rules, isApproved: boolean): Promise<Asked> {
  const stage = setStage(situation);
  const requests: ApprovalRequest[] = [];
  const approver = {
    ask: async (request: ApprovalRequest) => {
      requests.push(request);
      const { approval, digest } = request;
      return { approval, digest, decision: 'allow' as const, approver: 'me' };
    },
  };
  const approve = async (kernel: Kernel, { query, facts, plan }: Situation) =>
    (await kernel.approvePlan(kernel.preview(query, { facts, plan }))).approved;
  const ports = { ...stage.ports, approver };
  const played = await stage.play(
    { salt: 6 },
    {
      config: { guardrails: { version: 1, ...rules }, ports },
      ...(isApproved ? { before: approve } : {}),
    },
  );
  const asked = requests.filter(({ effects }) => effects === undefined).map(keyOf);
  return { played, asked, shown: requests.flatMap(({ effects = [] }) => effects).map(keyOf) };
}

const texts = ({ calls }: Played): readonly string[] =>
  calls.map(({ sketch, args }) => `${sketch.spec.name} ${JSON.stringify(args)}`);

/** The items of one list that are not in the other, each counted. */
function without(list: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...taken];
  return list.filter((item) => {
    const at = left.indexOf(item);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

describe('what a preview says before a run', () => {
  seeded(
    'came about: every call of the run stands in it, and what it called certain was so',
    fc.asyncProperty(situations, anyRules, async (situation, rules) => {
      checkRun(await foretell(situation, rules));
    }),
    { claims: ['INV-Q13'], runs: 300 },
  );

  seeded(
    'and what is approved of it changes only who is asked: nothing runs that would not have',
    fc.asyncProperty(situations, anyRules, async (situation, rules) => {
      const plain = await askedOf(situation, rules, false);
      const approved = await askedOf(situation, rules, true);
      expect(texts(approved.played)).toEqual(texts(plain.played));
      expect(approved.played.result.status).toBe(plain.played.result.status);
      // What was not asked again was shown; what was shown was not asked twice.
      const spared = without(plain.asked, approved.asked);
      expect(without(spared, approved.shown)).toEqual([]);
      expect(without(approved.asked, plain.asked)).toEqual([]);
    }),
    { claims: ['INV-Q14'], runs: 300 },
  );
});
