/** Limits end every run; failures close; the same again is the same. */
import { operationalLimits, unboundedLimits } from '../../../schemas/index.js';
import { admissionsOf, textsOf } from '../deeds.js';
import { caseOf } from '../example.js';
import { play } from '../play.js';
import type { Requirement } from '../requirement.js';
import type { Situation } from '../scene/situation.js';
import { ensure } from '../violation.js';
import { neverReturns } from '../worst/tool.js';

/** The plan's calls one after another. */
function sequential({ plan, ...rest }: Situation): Situation {
  const steps = plan.steps.map((step) => {
    if (step.kind !== 'tool' && step.kind !== 'q_parse') return step;
    const { parallel: _, ...other } = step;
    return other;
  });
  return { ...rest, plan: { ...plan, steps } };
}

export const endings: readonly Requirement[] = [
  {
    id: 'CK-20',
    title:
      'Limits hold: a run makes at most the calls, and asks models at most as often, as is said.',
    taste: { rules: 0, care: 95, steps: 10 },
    async check({ salt, rulings, knob, situation }, subject) {
      const [maxEffects, maxParses, maxModelCalls] = [
        knob % 4,
        (knob >> 2) % 3,
        1 + ((knob >> 4) % 2),
      ];
      const limits = {
        ...operationalLimits,
        maxEffects,
        maxParses,
        maxModelCalls,
        toolTimeoutMs: 50,
      };
      const { deeds, calls } = await play(subject, caseOf({ situation }, { limits }), {
        salt,
        rulings,
      });
      const count = (kind: string): number => deeds.filter((deed) => deed.kind === kind).length;
      ensure(calls.length <= maxEffects, `${calls.length} calls, where ${maxEffects} are allowed`);
      // An answer that does not fit may be asked for once more.
      ensure(count('parse') <= 2 * maxParses, `${count('parse')} parses with ${maxParses} allowed`);
      const asked = count('plan') + count('parse');
      ensure(asked <= maxModelCalls, `models were asked ${asked} times, not ${maxModelCalls}`);
      return calls.length === maxEffects || asked === maxModelCalls;
    },
  },
  {
    id: 'CK-21',
    title: 'A tool that never answers ends its run, and is not called again.',
    taste: { rules: 0, care: 95, core: true },
    excuse: ({ inProcess }) => (inProcess ? null : 'time passes as the subject counts it'),
    async check({ salt, rulings, situation }, subject) {
      const limits = { ...unboundedLimits, maxDepth: 3, toolTimeoutMs: 20 };
      const given = caseOf({ situation }, { limits });
      const { calls, ending } = await play(subject, given, { salt, rulings, call: neverReturns });
      ensure(calls.length <= 1, 'something was called after a tool that never answered');
      ensure(
        calls.length === 0 || ending.status !== 'committed',
        'a run commits without an answer',
      );
      return calls.length === 1;
    },
  },
  {
    id: 'CK-22',
    title:
      'A model or tool that fails or answers nonsense ends the run, and nothing is tried again.',
    taste: { rules: 1, care: 95, core: true },
    async check({ salt, rulings, knob, situation }, subject) {
      const fails = ['plan', 'parse', 'call'][knob % 3] as 'plan' | 'parse' | 'call';
      const nonsense = (): unknown => {
        if (knob % 2 === 0) throw new Error('out of order');
        return fails === 'call' ? Promise.reject(new Error('out of order')) : 42;
      };
      let failed = 0;
      const failing = (): unknown => {
        failed += 1;
        return nonsense();
      };
      const given = caseOf({ situation }, { isPlanned: true });
      const played = await play(subject, given, { salt, rulings, [fails]: failing });
      const isNonsense = failed > 0 && (fails !== 'parse' || knob % 2 === 0);
      ensure(
        !isNonsense || played.ending.status !== 'committed',
        `a run commits without its ${fails}`,
      );
      const pairs = admissionsOf(played);
      if (fails === 'call') ensure(pairs.length <= 1, 'something was called after a failed call');
      if (fails === 'plan') ensure(pairs.length === 0, 'something ran without a plan');
      return failed > 0;
    },
  },
  {
    id: 'CK-23',
    title: 'The same run again decides and does the same; nothing of an earlier one is left.',
    taste: { rules: 2, parallel: 0 },
    async check({ salt, rulings, situation }, subject) {
      const given = caseOf({ situation });
      const one = await play(subject, given, { salt, rulings });
      // In between a run in another world, in which everything that is asked is allowed.
      const yes = rulings.map(() => 'allow' as const);
      await play(subject, given, { salt: salt + 1, rulings: yes });
      const other = await play(subject, given, { salt, rulings });
      ensure(
        `${textsOf(one.calls)}` === `${textsOf(other.calls)}`,
        'a second run makes other calls',
      );
      const [left, right] = [one, other].map(({ ending }) => JSON.stringify(ending));
      ensure(left === right, 'a second run decides or ends otherwise');
      return one.ending.decisions.length > 0;
    },
  },
  {
    id: 'CK-24',
    title: 'Steps marked as parallel make the calls that they make one after another.',
    taste: { rules: 0, care: 92, parallel: 85 },
    excuse: ({ parallel }) => (parallel ? null : 'the subject takes no steps marked as parallel'),
    async check({ salt, rulings, situation }, subject) {
      const group = await play(subject, caseOf({ situation }), { salt, rulings });
      const single = await play(subject, caseOf({ situation: sequential(situation) }), {
        salt,
        rulings,
      });
      if (single.ending.status !== 'committed') return false;
      const [left, right] = [group, single].map(({ calls }) => [...textsOf(calls)].sort());
      ensure(`${left}` === `${right}`, `together [${left}], one after another [${right}]`);
      ensure(group.ending.status === 'committed', 'a group ends otherwise than its steps do');
      return single.calls.length > 1;
    },
  },
];
