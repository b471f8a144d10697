/** Every effect is recorded before it happens, as it happens, and once. */
import { admissionsOf, speaksOf } from '../deeds.js';
import { caseOf, type Example } from '../example.js';
import { play } from '../play.js';
import type { Requirement } from '../requirement.js';
import type { Subject } from '../subject.js';
import { ensure } from '../violation.js';

const busy = { rules: 2, parallel: 30, care: 92 };

async function played({ salt, rulings, ...example }: Example, subject: Subject) {
  return play(subject, caseOf(example), { salt, rulings });
}

export const recorded: readonly Requirement[] = [
  {
    id: 'CK-1',
    title: 'Every call has exactly one record of its own before it starts.',
    taste: busy,
    async check(example, subject) {
      return admissionsOf(await played(example, subject)).length > 0;
    },
  },
  {
    id: 'CK-2',
    title: 'A tool gets exactly the arguments that were recorded of its call.',
    taste: busy,
    async check(example, subject) {
      const pairs = admissionsOf(await played(example, subject));
      for (const [{ tool, args }, admitted] of pairs) {
        ensure(
          admitted.tool === tool,
          `the record before a call of \`${tool}\` names another tool`,
        );
        const isSame = speaksOf(admitted.evidence, args);
        ensure(isSame, `\`${tool}\` got other arguments than were recorded`);
      }
      return pairs.length > 0;
    },
  },
  {
    id: 'CK-3',
    title: 'No call that was denied runs, and each that runs was allowed.',
    taste: { rules: 1, care: 75, steps: 9 },
    async check(example, subject) {
      const { ending, calls } = await played(example, subject);
      const allowed = ending.decisions.filter(({ outcome }) => outcome === 'allow');
      const [made, said] = [
        calls.map(({ sketch }) => sketch.spec.name),
        allowed.map(({ tool }) => tool),
      ];
      ensure(`${made}` === `${said}`, `the calls are [${made}], the allowed ones [${said}]`);
      const denied = ending.decisions.length - allowed.length;
      ensure(denied === 0 || ending.status !== 'committed', 'a run commits after a denied call');
      return ending.decisions.length > 0;
    },
  },
  {
    id: 'CK-4',
    title: 'A call whose record is refused does not run, and nothing runs after it.',
    taste: busy,
    async check(example, subject) {
      const { salt, rulings, knob, ...rest } = example;
      const at = 1 + (knob % 3);
      let isRefused = false;
      let after = 0;
      const { ending } = await play(subject, caseOf(rest), {
        salt,
        rulings,
        admit: (nth) => {
          if (nth < at) return;
          isRefused = true;
          throw new Error('the store is full');
        },
        call: (_, honest) => {
          if (isRefused) after += 1;
          return honest();
        },
      });
      // Steps of a parallel group may have been admitted together.
      const isAlone = !JSON.stringify(rest.situation.plan).includes('"parallel":true');
      ensure(!isAlone || after === 0, 'a call ran after the store of records refused one');
      ensure(!isRefused || ending.status !== 'committed', 'a run commits without its records');
      return isRefused;
    },
  },
];
