/** Untrusted bytes decide nothing: a law over pairs of runs. */
import { caseOf } from '../example.js';
import { play } from '../play.js';
import type { Requirement } from '../requirement.js';
import { sameEffects } from '../same-effects.js';

export const flows: readonly Requirement[] = [
  {
    id: 'CK-7',
    title:
      'Two runs that differ only in what outsiders wrote touch the same, until one is refused.',
    taste: { rules: 0, steps: 8, parallel: 0 },
    async check(example, subject) {
      const { salt, rulings, knob, ...rest } = example;
      // A guard on an effect lets content decide whether it happens, and nothing else about it.
      if (/"kind":"(when|map)"/.test(JSON.stringify(rest.situation))) return false;
      const given = caseOf(rest, { selection: 'strict', hasApprover: false });
      const one = await play(subject, given, { salt, rulings });
      const other = await play(subject, given, { salt: salt + 1 + (knob % 7), rulings });
      return sameEffects(one, other);
    },
  },
];
