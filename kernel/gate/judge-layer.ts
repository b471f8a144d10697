/**
 * Stage 6, the judge, as a layer: by rules alone, or with a model whose answer was recorded before
 * the decision. A judgement below its threshold denies; one that stands in for a model that gave
 * nothing usable asks the user (C5). Told to a model: names and keys, never a value (V-33).
 */
import {
  argsLeaveBoundary,
  type JsonObject,
  type Judge,
  type JudgeContext,
  type JudgeRequest,
  type Obligation,
  type StageAnswer,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import type { ToolDefinition } from '../tools/definition.js';
import { type JudgeSubject, reachesOut, toldKeys } from '../vaglio/judge.js';
import {
  isBelowThreshold,
  type Judging,
  judgementOf,
  judgeReason,
  makeJudging,
  needsModel,
  readJudgeAnswer,
} from '../vaglio/judging.js';
import type { CheckedArgs, EffectCall } from './call.js';
import { refuse } from './denial.js';
import { type GateLayer, ownLayer } from './layer.js';

export interface JudgeOptions {
  /** Default `rule-based-v1`. */
  readonly kind?: Judging['kind'];
  /** A call that the rules score below it is refused. Default 0.30. */
  readonly threshold?: number;
  /** The same for a model, which needs one of its own. Default 0.50, a guess. */
  readonly llmThreshold?: number;
  /** The model of `llm-v1`; without one, every call that it had to judge is put before the user. */
  readonly port?: Judge;
}

/**
 * Makes the judge's layer. It refuses at stage `judge` with `judge_denied`, or requires the user
 * with the rule `judge_degraded`.
 * @throws KernelFault `config_malformed`
 */
export function makeJudgeLayer(options: JudgeOptions = {}): GateLayer {
  const { port, ...rest } = options;
  const same = port?.judgeModelEqualsPlanner;
  const judging = makeJudging({
    ...rest,
    hasModel: port !== undefined,
    judgeModelEqualsPlanner: typeof same === 'boolean' ? same : null,
  });
  if (port !== undefined && typeof port.judge !== 'function')
    throw new KernelFault('config_malformed', '`port` of the judge has no `judge`');
  if (judging.kind === 'rule-based-v1') return ownLayer(freeze(rulesLayer(judging)));
  const layer: GateLayer = {
    stage: 'judge',
    answer: (call, checked, { gathered }) => {
      const subject = subjectOf(call, checked);
      const given = needsModel(judging, subject) ? gathered.judge : undefined;
      if (given === undefined) return answerOf(judging, subject, null);
      const answer = readJudgeAnswer(given);
      if (answer !== null) return answerOf(judging, subject, answer);
      const reason = 'the judge answered nothing known';
      return refuse({ stage: 'judge', code: 'layer_failed', reason });
    },
  };
  if (port === undefined) return ownLayer(freeze(layer));
  return ownLayer(
    freeze<GateLayer>({
      ...layer,
      needs: (call, checked) => needsModel(judging, subjectOf(call, checked)),
      gather: (call, checked, how) => port.judge(requestOf(call, checked), how),
    }),
  );
}

/** What the rules said of one call, until it is decided the second time. */
interface Kept {
  readonly args: JsonObject;
  readonly definition: ToolDefinition;
  readonly intent: string;
  readonly answer: StageAnswer;
}

/** Rules alone. Every call is decided twice on the same frozen arguments: they are scored once. */
function rulesLayer(judging: Judging): GateLayer {
  let kept: Kept | null = null;
  return {
    stage: 'judge',
    answer: (call, checked) => {
      const { definition, intent } = call;
      const { args } = checked;
      const known = kept;
      kept = null;
      if (
        known !== null &&
        known.args === args &&
        known.definition === definition &&
        known.intent === intent
      ) {
        return known.answer;
      }
      const answer = answerOf(judging, subjectOf(call, checked), null);
      kept = { args, definition, intent, answer };
      return answer;
    },
  };
}

function answerOf(
  judging: Judging,
  subject: JudgeSubject,
  answer: Parameters<typeof judgementOf>[2],
): StageAnswer {
  const judgement = judgementOf(judging, subject, answer);
  const stage = 'judge';
  if (isBelowThreshold(judgement)) {
    const reason = judgeReason(judgement);
    return freeze({ ...refuse({ stage, code: 'judge_denied', reason }), judgement });
  }
  if (judgement.degraded !== true) return freeze({ stage, outcome: 'allow', judgement });
  const reason = judgement.notes.join('; ');
  const obligation: Obligation = { source: stage, rule: 'judge_degraded', reason };
  return freeze({
    stage,
    outcome: 'require_user',
    obligations: freeze([freeze(obligation)]),
    judgement,
  });
}

function subjectOf(call: EffectCall, checked: CheckedArgs): JudgeSubject {
  const { spec, args: patterns } = call.definition;
  const critical = argsLeaveBoundary(spec) || spec.mutates;
  return {
    intent: call.intent,
    tool: spec.name,
    args: checked.args,
    critical,
    leaves: critical || spec.capabilities.some(reachesOut),
    declared: patterns.kids,
  };
}

/** What is known of a call beside its arguments (V-45). */
export function contextOf(call: EffectCall): JudgeContext {
  const { spec } = call.definition;
  const { capabilities } = spec;
  const first = capabilities.includes('code:exec') ? 'code:exec' : capabilities[0];
  const critical = argsLeaveBoundary(spec) || spec.mutates;
  return freeze({ capability: first ?? null, critical, step: call.step });
}

function requestOf(call: EffectCall, checked: CheckedArgs): JudgeRequest {
  const { spec } = call.definition;
  const { capability, critical } = contextOf(call);
  return freeze({
    intent: call.intent,
    tool: spec.name,
    argsKeys: toldKeys(checked.args, call.definition.args.kids),
    critical: critical === true,
    capability: typeof capability === 'string' ? capability : null,
    step: call.step,
  });
}
