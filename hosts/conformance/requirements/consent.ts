/** A yes is worth one call. */
import type { Step } from '../../../schemas/index.js';
import { caseOf, type Example } from '../example.js';
import { play } from '../play.js';
import type { Requirement } from '../requirement.js';
import { send } from '../scene/letterbox.js';
import type { Situation } from '../scene/situation.js';
import type { Answer, Subject } from '../subject.js';
import { ensure } from '../violation.js';

const asks: Situation['policy'] = ['*', 'decision'].map((argument, i) => {
  return { id: `ask${i}`, tool: '*', argument, when: { always: true }, then: 'ask' };
});

/** The example with a rule that asks about whatever is refused. */
function asking({ situation }: Example): Situation {
  return { ...situation, policy: asks };
}

/** The example without any rule: what would be refused. */
async function refusals(example: Example, subject: Subject): Promise<number> {
  const { salt, situation } = example;
  const given = caseOf({ situation: { ...situation, policy: [] } }, { hasApprover: false });
  const { ending } = await play(subject, given, { salt, rulings: [] });
  return ending.decisions.filter(({ outcome, stage }) => outcome === 'deny' && stage !== 'guard')
    .length;
}

export const consent: readonly Requirement[] = [
  {
    id: 'CK-13',
    title: 'Each call that somebody has to allow is asked about by itself, and runs only on a yes.',
    taste: { rules: 0, care: 60, steps: 9 },
    async check(example, subject) {
      const { salt, rulings } = example;
      const { deeds, ending } = await play(subject, caseOf({ situation: asking(example) }), {
        salt,
        rulings,
      });
      const asked = deeds.filter(({ kind }) => kind === 'ask');
      const yes = rulings.slice(0, asked.length).filter((answer) => answer === 'allow').length;
      const isRefused = asked.length > yes;
      ensure(!isRefused || ending.status !== 'committed', 'a run commits although a no was said');
      const last = deeds.at(-1);
      const isLastNo = isRefused && last?.kind !== 'ask' && rulings[asked.length - 1] !== 'allow';
      ensure(!isLastNo, 'something was done after a no');
      return asked.length > 0;
    },
  },
  {
    id: 'CK-14',
    title: 'A yes to one call allows no second one like it.',
    taste: { core: true, steps: 1 },
    async check({ salt, knob }, subject) {
      const body = (id: string): Step => ({
        ...{ kind: 'tool', id, tool: 'send' },
        args: { to: 'bob@example.com', body: { kind: 'fact', name: id === 'one' ? 'a' : 'b' } },
      });
      const facts: Situation['facts'] = {
        a: { value: 'A' },
        b: { value: knob % 2 === 0 ? 'A' : 'B' },
      };
      const situation: Situation = {
        query: 'Send it to bob@example.com.',
        facts,
        tools: [send],
        grant: ['mail.send'],
        policy: asks,
        plan: { steps: [body('one'), body('two')], final: 'two' },
        innerPlans: [],
      };
      const rulings: Answer[] = ['allow', 'deny'];
      const { calls, deeds } = await play(subject, caseOf({ situation }), { salt, rulings });
      const asked = deeds.filter(({ kind }) => kind === 'ask').length;
      ensure(calls.length < 2, 'a second call ran on the yes to the first one');
      return asked === 2;
    },
  },
  {
    id: 'CK-15',
    title: 'A ruling on other bytes, a no, a failing approver and an absent one allow nothing.',
    taste: { rules: 0, care: 60 },
    async check(example, subject) {
      const { salt, knob } = example;
      const situation = asking(example);
      const way = knob % 4;
      const given = caseOf({ situation }, { hasApprover: way !== 0 });
      const ask = (): Answer => {
        if (way === 1) throw new Error('nobody is there');
        return way === 2 ? 'other' : 'deny';
      };
      const { deeds, ending } = await play(subject, given, { salt, rulings: [], ask });
      const first = deeds.findIndex(({ kind }) => kind === 'ask');
      const after = first === -1 ? [] : deeds.slice(first).filter(({ kind }) => kind === 'call');
      ensure(after.length === 0, 'a call ran on what is no yes to it');
      const refused = await refusals(example, subject);
      ensure(refused === 0 || ending.status !== 'committed', 'a run commits that nobody allowed');
      return first !== -1 || (way === 0 && refused > 0);
    },
  },
];
