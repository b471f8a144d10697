/**
 * Tells the log of verdicts what guard and judge said of a call: keys, never values. Best effort:
 * a log that throws changes nothing (behaviour V-42).
 */
import { sortedKeys, type VerdictEntry, type VerdictLog } from '../../schemas/index.js';
import type { DecisionInputs, EffectCall } from '../gate/call.js';
import { contextOf } from '../gate/judge-layer.js';
import type { Verdict } from '../gate/verdict.js';
import { freeze } from '../primordials.js';
import { toldKeys } from '../vaglio/judge.js';
import { readJudgeAnswer } from '../vaglio/judging.js';
import { guardVerdict, judgeVerdict } from '../vaglio/verdict.js';

/** Writes one entry, where guard or judge had the word. */
export function tellVerdict(
  log: VerdictLog,
  call: EffectCall,
  verdict: Verdict,
  inputs: DecisionInputs,
): void {
  try {
    const entry = entryOf(call, verdict, inputs);
    if (entry !== null) log.write(entry);
  } catch {
    return;
  }
}

function entryOf(call: EffectCall, verdict: Verdict, inputs: DecisionInputs): VerdictEntry | null {
  const judged = judgedBy(verdict, inputs);
  if (judged === null) return null;
  return freeze({
    verdict: judged,
    intent: call.intent,
    tool: call.definition.spec.name,
    argsKeys: toldKeys(verdict.args ?? call.args, call.definition.args.kids),
    contextKeys: freeze(sortedKeys(contextOf(call))),
  });
}

function judgedBy(verdict: Verdict, inputs: DecisionInputs): VerdictEntry['verdict'] | null {
  const ts = inputs.now / 1000;
  const { denial, answers } = verdict;
  if (denial !== null && denial.stage === 'guard') {
    const { code, reason } = denial;
    return guardVerdict({ code, reason, outcome: 'deny' }, ts);
  }
  const judgement = answers.find((answer) => answer.judgement !== undefined)?.judgement;
  if (judgement === undefined) return null;
  const said = judgement.kind === 'llm-v1' ? readJudgeAnswer(inputs.gathered.judge) : null;
  const judged = judgeVerdict(judgement, ts, said === null ? judgement.notes : [said.reason]);
  const asked = answers.flatMap((answer) =>
    answer.stage === 'guard' && answer.outcome === 'require_user' ? answer.obligations : [],
  );
  if (asked.length === 0 || !judged.approved) return judged;
  // What the guard asks about is not approved.
  const reason = asked.map((obligation) => obligation.reason).join('; ');
  return guardVerdict({ code: null, reason, outcome: 'require_user' }, ts);
}
